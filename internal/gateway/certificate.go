package gateway

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"
)

const (
	certificateLife = 2 * 365 * 24 * time.Hour
	renewBefore     = 30 * 24 * time.Hour
)

// Certificate is the one of the given files, or one of the gateway's own making for its names and addresses, kept in the
// data folder and made anew before it ends or when the names change.
func (p *Process) Certificate(certFile, keyFile string, hosts []string) (tls.Certificate, error) {
	if certFile != "" {
		return tls.LoadX509KeyPair(certFile, keyFile)
	}
	certFile, keyFile = filepath.Join(p.options.Data, "certificate.pem"), filepath.Join(p.options.Data, "certificate.key")
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err == nil && fits(pair.Leaf, hosts) {
		return pair, nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return pair, err
	}
	cert, key, err := selfSigned(hosts, time.Now())
	if err != nil {
		return pair, err
	}
	if err := errors.Join(os.WriteFile(keyFile, key, 0o600), os.WriteFile(certFile, cert, 0o600)); err != nil {
		return pair, err
	}
	return tls.X509KeyPair(cert, key)
}

func fits(c *x509.Certificate, hosts []string) bool {
	return c != nil && time.Now().Add(renewBefore).Before(c.NotAfter) && !slices.ContainsFunc(hosts, func(h string) bool { return c.VerifyHostname(h) != nil })
}

func selfSigned(hosts []string, now time.Time) (cert, key []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, nil, err
	}
	c := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "Mouldworks gateway"}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateLife),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true,
	}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			c.IPAddresses = append(c.IPAddresses, ip)
		} else {
			c.DNSNames = append(c.DNSNames, h)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &private.PublicKey, private)
	if err != nil {
		return nil, nil, err
	}
	secret, err := x509.MarshalECPrivateKey(private)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), err
}
