package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// browser is a headless Chromium, which takes commands and gives answers on two pipes, each message ended by a zero byte
// (--remote-debugging-pipe). One command is under way at a time.
type browser struct {
	cmd     *exec.Cmd
	to      *os.File
	from    *os.File
	events  *bufio.Reader
	profile string
	last    int
	on      func(message)
}

// message is an answer or an event.
type message struct {
	ID        int             `json:"id"`
	SessionID string          `json:"sessionId"`
	Method    string          `json:"method"`
	Params    json.RawMessage `json:"params"`
	Result    json.RawMessage `json:"result"`
	Error     *struct{ Message string }
}

// maxMessage is the largest message of the browser, in bytes: a screenshot.
const maxMessage = 64 << 20

func chromium() string { return os.Getenv("CHROMIUM") }

// start starts the browser in a profile of its own. Root may start one only without Chromium's sandbox; the pages that it
// opens are files of this repository.
func start(ctx context.Context, program string) (*browser, error) {
	profile, err := os.MkdirTemp("", "werkrevisor-pages-")
	if err != nil {
		return nil, err
	}
	b := &browser{profile: profile}
	commandsRead, commandsWrite, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(profile))
	}
	answersRead, answersWrite, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, commandsRead.Close(), commandsWrite.Close(), os.RemoveAll(profile))
	}
	args := []string{"--headless=new", "--remote-debugging-pipe", "--user-data-dir=" + profile, "--no-first-run", "--disable-gpu", "--disable-extensions",
		"--disable-dev-shm-usage", "--hide-scrollbars", "--disable-background-networking", "--disable-component-update", "about:blank"}
	if os.Geteuid() == 0 {
		args = append([]string{"--no-sandbox"}, args...)
	}
	b.cmd = exec.CommandContext(ctx, program, args...)
	b.cmd.ExtraFiles = []*os.File{commandsRead, answersWrite} // 3 and 4
	b.cmd.WaitDelay = 5 * time.Second
	context.AfterFunc(ctx, func() { _ = answersRead.Close() }) // ends a read, whoever still holds the other end
	b.to, b.from, b.events = commandsWrite, answersRead, bufio.NewReaderSize(answersRead, 1<<20)
	err = b.cmd.Start()
	_ = errors.Join(commandsRead.Close(), answersWrite.Close()) // the browser has its own ones
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start %s: %w; install Chromium, or name it in CHROMIUM", program, err), b.to.Close(), b.from.Close(), os.RemoveAll(profile))
	}
	return b, nil
}

// close ends the browser. What it says at the end matters to nobody.
func (b *browser) close() {
	_ = b.send("", "Browser.close", nil, nil)
	_ = b.to.Close()
	done := make(chan struct{})
	go func() { _ = b.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		_ = b.cmd.Process.Kill()
		<-done
	}
	_ = b.from.Close()
	_ = os.RemoveAll(b.profile)
}

// send sends a command and waits for its answer; events that come before it go to b.on.
func (b *browser) send(session, method string, params, into any) error {
	if params == nil {
		params = struct{}{}
	}
	b.last++
	id := b.last
	command := map[string]any{"id": id, "method": method, "params": params}
	if session != "" {
		command["sessionId"] = session
	}
	data, err := json.Marshal(command)
	if err != nil {
		return err
	}
	if _, err := b.to.Write(append(data, 0)); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	for {
		m, err := b.next()
		switch {
		case err != nil:
			return fmt.Errorf("%s: the browser ended or answered nonsense: %w", method, err)
		case m.ID == 0:
			if b.on != nil {
				b.on(m)
			}
		case m.ID == id && m.Error != nil:
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		case m.ID == id && into != nil:
			return json.Unmarshal(m.Result, into)
		case m.ID == id:
			return nil
		}
	}
}

// next reads one message.
func (b *browser) next() (m message, err error) {
	var text bytes.Buffer
	for {
		part, err := b.events.ReadSlice(0)
		text.Write(part)
		if err == nil {
			break
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return m, err
		}
		if text.Len() > maxMessage {
			return m, io.ErrShortBuffer
		}
	}
	return m, json.Unmarshal(bytes.TrimSuffix(text.Bytes(), []byte{0}), &m)
}
