package main

import (
	"errors"
	"net/netip"
)

// network is a network of addresses as an option names it, such as 10.0.0.0/8.
type network netip.Prefix

var errNoNetwork = errors.New("a network is written ADDRESS/BITS, such as 10.0.0.0/8") // the value is not repeated: it may be a secret that was meant for another option

// UnmarshalText reads a network.
func (n *network) UnmarshalText(text []byte) error {
	prefix, err := netip.ParsePrefix(string(text))
	if err != nil {
		return errNoNetwork
	}
	*n = network(prefix)
	return nil
}

// String writes the network, for the help.
func (n network) String() string { return netip.Prefix(n).String() }

func prefixes(networks []network) []netip.Prefix {
	all := make([]netip.Prefix, len(networks))
	for i, n := range networks {
		all[i] = netip.Prefix(n)
	}
	return all
}
