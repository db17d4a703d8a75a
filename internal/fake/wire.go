package fake

import (
	"errors"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// Wire is how an answer travels badly. The zero value sends it well.
type Wire struct {
	Drip  time.Duration // pause before each byte of the body; it ends when the client goes
	Reset bool          // resets the connection in the middle of the body, or before the answer if that has no body
	Pad   int           // so many blanks follow the body, without an announced length
	Down  bool          // the server goes down instead of answering, and refuses connections until it is healed
}

// send writes an answer; announced is the length of the body that the client is told.
func (wire Wire) send(w http.ResponseWriter, r *http.Request, status int, data []byte, announced int) {
	if wire.Reset && len(data) < 2 {
		reset(w)
		return
	}
	if status != http.StatusNoContent && wire.Pad == 0 {
		w.Header().Set("Content-Length", strconv.Itoa(announced))
	}
	w.WriteHeader(status)
	switch {
	case wire.Reset:
		_, _ = w.Write(data[:len(data)/2])
		_ = http.NewResponseController(w).Flush()
		reset(w)
	case wire.Drip > 0:
		drip(w, r, data, wire.Drip)
	default:
		_, _ = w.Write(data)
		blanks := []byte("                                                                ")
		for left := wire.Pad; left > 0 && r.Context().Err() == nil; left -= len(blanks) {
			if _, err := w.Write(blanks); err != nil {
				return
			}
		}
	}
}

func drip(w http.ResponseWriter, r *http.Request, data []byte, pause time.Duration) {
	control := http.NewResponseController(w)
	for i := range data {
		_, err := w.Write(data[i : i+1])
		if err != nil || control.Flush() != nil {
			return
		}
		select {
		case <-time.After(pause):
		case <-r.Context().Done():
			return
		}
	}
}

// reset closes the connection so that the client gets ECONNRESET.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return // fewer bytes than announced: the server closes the connection
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// line is the connection of a server to its port, which can be cut and come back.
type line struct {
	handler  http.Handler
	mu       sync.Mutex
	address  string
	server   *http.Server // nil: down
	listener *net.TCPListener
	held     *os.File // the port while the server is down: bound, so that nobody else gets it, but refusing
}

// up opens the port; at first any free one, later the same.
func (l *line) up() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.server != nil {
		return nil
	}
	listener, err := l.listen()
	if err != nil {
		return err
	}
	l.address = listener.Addr().String()
	l.listener, _ = listener.(*net.TCPListener)
	server := &http.Server{Handler: l.handler, ReadHeaderTimeout: 10 * time.Second}
	l.server = server
	go func() { _ = server.Serve(listener) }()
	return nil
}

func (l *line) listen() (net.Listener, error) {
	if l.held == nil {
		return freePort()
	}
	held := l.held
	l.held = nil
	defer held.Close()
	if err := syscall.Listen(int(held.Fd()), 128); err != nil {
		return nil, err
	}
	return net.FileListener(held)
}

// freePort listens on a port that is bound by its number: only such a socket keeps the port when it stops to listen.
func freePort() (listener net.Listener, err error) {
	for range 20 {
		any, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		address := any.Addr().String()
		_ = any.Close()
		if listener, err = net.Listen("tcp", address); err == nil {
			return listener, nil
		}
	}
	return nil, errors.New("no port is free")
}

// down closes the port and cuts every connection.
func (l *line) down() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held != nil {
		_ = l.held.Close()
		l.held = nil
	}
	if l.server == nil {
		return nil
	}
	err := l.server.Close()
	l.server = nil
	return err
}

// refuse is down, but keeps the port: connections are refused until up is called.
func (l *line) refuse() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.server == nil {
		return nil
	}
	held, err := l.listener.File() // the same socket, which the end of the server does not close
	if err != nil {
		return err
	}
	err = errors.Join(l.server.Close(), syscall.Shutdown(int(held.Fd()), syscall.SHUT_RD))
	l.server, l.held = nil, held
	return err
}
