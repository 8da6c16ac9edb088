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
// none.
func listen(flag, address string) (net.Listener, error) {
	if address == "" || strings.HasSuffix(address, ":") { // which would be any port at all
		return nil, fmt.Errorf("%s “%s” names no port; it is written HOST:PORT, such as localhost:8080", flag, address)
	}
	listener, err := net.Listen("tcp", address)
	var malformed *net.AddrError
	var unknown *net.DNSError
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
		return nil, fmt.Errorf("%s %s: %s; it is written HOST:PORT, such as localhost:8080", flag, address, malformed.Err)
	case errors.As(err, &unknown):
		return nil, fmt.Errorf("%s %s: nobody knows “%s”: name a host of this machine and a port from 1 to 65535, such as localhost:8080 (%s)", flag, address, strings.TrimPrefix(unknown.Name, "tcp/"), unknown.Err)
	}
	return nil, fmt.Errorf("%s %s: %w", flag, address, err)
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
