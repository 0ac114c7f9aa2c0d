package hub

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/training/fleet/wire"
)

// The names of the files of the certificate.
const (
	caName   = "ca.pem"
	certName = "hub.pem"
	keyName  = "hub.key"
)

// CA returns the certificate of the hub's authority, as PEM. Workers trust this authority.
func CA(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, caName))
	if err != nil {
		return "", fmt.Errorf("hub: read the authority: %w", err)
	}
	return string(text), nil
}

// certificate returns the hub's certificate. In a new folder it creates an authority, signs the
// certificate and discards the authority's key, so that nobody can sign another certificate.
func certificate(dir string) (tls.Certificate, error) {
	cert, err := tls.LoadX509KeyPair(filepath.Join(dir, certName), filepath.Join(dir, keyName))
	if errors.Is(err, os.ErrNotExist) {
		if err := makeCertificate(dir); err != nil {
			return cert, fmt.Errorf("hub: make the certificate: %w", err)
		}
		cert, err = tls.LoadX509KeyPair(filepath.Join(dir, certName), filepath.Join(dir, keyName))
	}
	if err != nil {
		return cert, fmt.Errorf("hub: read the certificate: %w", err)
	}
	return cert, nil
}

func makeCertificate(dir string) error {
	authority, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	// The certificate is valid for a long time, because the clock of a worker may be wrong by
	// years.
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "epaminondas fleet"},
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	ca, err := x509.CreateCertificate(rand.Reader, &template, &template, &authority.PublicKey, authority)
	if err != nil {
		return err
	}
	leaf := x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: wire.TLSName},
		DNSNames:  []string{wire.TLSName},
		NotBefore: template.NotBefore, NotAfter: template.NotAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	cert, err := x509.CreateCertificate(rand.Reader, &leaf, &template, &own.PublicKey, authority)
	if err != nil {
		return err
	}
	key, err := x509.MarshalPKCS8PrivateKey(own)
	if err != nil {
		return err
	}
	text := func(kind string, der []byte) []byte {
		return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	}
	if err := durable.WriteSecret(filepath.Join(dir, keyName), text("PRIVATE KEY", key)); err != nil {
		return err
	}
	if err := durable.WriteBytes(filepath.Join(dir, caName), text("CERTIFICATE", ca)); err != nil {
		return err
	}
	// this file comes last, because it shows that the others exist
	return durable.WriteBytes(filepath.Join(dir, certName), text("CERTIFICATE", cert))
}
