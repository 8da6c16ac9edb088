package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"syscall"
)

// listen opens the address that a flag names. The error names the flag, and says what to do where the port is taken or the address is
// none. What is no address is not repeated: it may be a secret that was meant for another flag.
func listen(flag, address string) (net.Listener, error) {
	if address == "" || strings.HasSuffix(address, ":") { // which would be any port at all
		return nil, fmt.Errorf("%s names no port; it is written HOST:PORT, such as localhost:8080", flag)
	}
	listener, err := net.Listen("tcp", address)
	var malformed *net.AddrError
	var unknown *net.DNSError
	var refused *net.OpError
	switch {
	case err == nil:
		return listener, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s %s: another program listens there already; stop it, or choose another port", flag, address)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("%s %s: this machine has no such address; :PORT listens at all of its addresses", flag, address)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%s %s: this user may not open the port; ports below 1024 need a right of their own", flag, address)
	case errors.As(err, &malformed):
		return nil, fmt.Errorf("%s: %s; it is written HOST:PORT, such as localhost:8080", flag, malformed.Err)
	case errors.As(err, &unknown):
		return nil, fmt.Errorf("%s: nobody knows the host or the port: name a host of this machine and a port from 1 to 65535, such as localhost:8080 (%s)", flag, unknown.Err)
	case errors.As(err, &refused): // its own text repeats the address
		return nil, fmt.Errorf("%s: %w", flag, refused.Err)
	}
	return nil, fmt.Errorf("%s: the address cannot be used", flag)
}

// reached is the address at which a browser of this machine reaches a server that was told to listen at HOST:PORT, where port 0 is
// any.
func reached(address string, listener net.Listener) string {
	host, _, _ := net.SplitHostPort(address) // it was listened to
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}
