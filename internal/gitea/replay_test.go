package gitea

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// replay serves recorded answers of a real server: the named files of testdata/answers, by method, path and query.
// Of several recordings of one request the first is served once, the last for ever.
// The client is one of the recorded server's pull request.
func replay(t *testing.T, number int, names ...string) *Client {
	t.Helper()
	answers := map[string][]recording{}
	for _, name := range names {
		r := load(t, name)
		answers[r.key] = append(answers[r.key], r)
	}
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		key := requestKey(req.Method, req.URL.EscapedPath(), req.URL.Query())
		list := answers[key]
		if len(list) == 0 {
			t.Errorf("nothing is recorded for %s", key)
			w.WriteHeader(http.StatusTeapot)
			return
		}
		if len(list) > 1 {
			answers[key] = list[1:]
		}
		list[0].serve(w)
	}))
	t.Cleanup(server.Close)
	return client(t, Config{BaseURL: server.URL, Owner: "forgeadmin", Repo: "demo", Number: number, Token: "secret-token"})
}

func client(t *testing.T, cfg Config) *Client {
	t.Helper()
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

type recording struct {
	key    string
	status int
	header http.Header
	body   []byte
}

func (r recording) serve(w http.ResponseWriter) {
	for name, values := range r.header {
		w.Header()[name] = values
	}
	w.WriteHeader(r.status)
	_, _ = w.Write(r.body)
}

func requestKey(method, path string, query url.Values) string {
	return method + " " + path + "?" + query.Encode()
}

// load reads the files of a recording: NAME.req, NAME.headers if there is one, and NAME.json or NAME.body.
func load(t *testing.T, name string) recording {
	t.Helper()
	read := func(ext string) []byte {
		data, err := os.ReadFile(filepath.Join("testdata", "answers", name+ext))
		if err != nil && !(ext == ".headers" && os.IsNotExist(err)) { // some were recorded without
			t.Fatal(err)
		}
		return data
	}
	lines := strings.Split(string(read(".req")), "\n")
	fields := strings.Fields(strings.TrimPrefix(lines[0], "# "))
	link, err := url.Parse(fields[1])
	if err != nil {
		t.Fatal(err)
	}
	r := recording{key: requestKey(fields[0], link.EscapedPath(), link.Query()), header: http.Header{}}
	if r.status, err = strconv.Atoi(strings.TrimPrefix(lines[1], "# HTTP ")); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(read(".headers")), "\n") {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "Content-Length", "Transfer-Encoding", "Date", "Connection": // the JSON files were printed prettily
		default:
			if ok {
				r.header.Add(key, value)
			}
		}
	}
	if _, err := os.Stat(filepath.Join("testdata", "answers", name+".json")); err == nil {
		r.body = read(".json")
	} else {
		r.body = read(".body")
	}
	if bytes.HasPrefix(r.body, []byte("\xef\xbb\xbf")) {
		t.Fatalf("%s begins with a byte order mark", name)
	}
	return r
}
