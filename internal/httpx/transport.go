package httpx

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

func newTransport(o Options) *http.Transport {
	dialer := &net.Dialer{Timeout: dialTimeout}
	return &http.Transport{
		Proxy: nil, // never from the environment
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			return dial(ctx, dialer, network, addr)
		},
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    tlsTimeout,
		ResponseHeaderTimeout:  o.HeaderTimeout,
		IdleConnTimeout:        idleTimeout,
		MaxIdleConnsPerHost:    o.MaxConns,
		MaxConnsPerHost:        o.MaxConns,
		MaxResponseHeaderBytes: 1 << 20,
		ForceAttemptHTTP2:      true,
	}
}

// dial connects; the name localhost must lead to this machine, because plain http is allowed for it.
func dial(ctx context.Context, d *net.Dialer, network, addr string) (net.Conn, error) {
	conn, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	host, _, _ := net.SplitHostPort(addr)
	if tcp, ok := conn.RemoteAddr().(*net.TCPAddr); strings.EqualFold(host, "localhost") && (!ok || !tcp.IP.IsLoopback()) {
		_ = conn.Close()
		return nil, fmt.Errorf("the name localhost leads to another machine")
	}
	return conn, nil
}

// CheckURL reports why a URL may not be called: it must be absolute, https (http for loopback addresses only),
// and carry no user, password or fragment. The error does not repeat the URL.
func CheckURL(u *url.URL) error {
	switch {
	case u.Scheme != "https" && u.Scheme != "http":
		return fmt.Errorf("the URL must begin with https://")
	case u.Opaque != "" || u.Hostname() == "":
		return fmt.Errorf("the URL names no host")
	case u.User != nil:
		return fmt.Errorf("the URL must not hold a user or a password")
	case u.Fragment != "":
		return fmt.Errorf("the URL must not hold a fragment (#)")
	case u.Scheme == "http" && !loopback(u.Hostname()):
		return fmt.Errorf("plain http is allowed for loopback addresses only: use https")
	}
	return nil
}

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// Origin is scheme, host and port of a URL in one spelling, e.g. "https://git.example.org:443".
func Origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]
	}
	return strings.ToLower(u.Scheme) + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}
