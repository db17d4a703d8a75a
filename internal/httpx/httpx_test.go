package httpx_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	sdk "code.gitea.io/sdk/gitea"
	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/httpx"
)

func serve(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func get(t *testing.T, c *http.Client, ctx context.Context, link string) (string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return string(data), err
}

func TestAnswersBesides2xxAreTypedErrorsWithoutTheBody(t *testing.T) {
	for _, tt := range []struct {
		name   string
		status int
		body   string
		want   string
	}{
		{"message of the server", 403, `{"message":"token does not have scope","url":"x"}`, "GET /a%20b: 403 Forbidden: token does not have scope"},
		{"message of a model endpoint", 402, `{"error":{"message":"no credit","code":402}}`, "GET /a%20b: 402 Payment Required: no credit"},
		{"message with control and bidi characters", 500, "{\"message\":\"a\\nb\\u001b[31m\\u202ec\"}", `GET /a%20b: 500 Internal Server Error: a b\u001b[31m\u202ec`},
		{"empty message", 500, `{"message":""}`, "GET /a%20b: 500 Internal Server Error"},
		{"HTML page", 502, "<html>secret words</html>", "GET /a%20b: 502 Bad Gateway"},
		{"JSON list", 400, `["secret words"]`, "GET /a%20b: 400 Bad Request"},
		{"status without a body", 304, "", "GET /a%20b: 304 Not Modified"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.body)
			})
			_, err := get(t, httpx.New(httpx.Options{}), t.Context(), s.URL+"/a%20b?secret=1")
			var status *httpx.StatusError
			if !errors.As(err, &status) {
				t.Fatalf("got %v, want a StatusError", err)
			}
			if status.Error() != tt.want {
				t.Errorf("got  %s\nwant %s", status.Error(), tt.want)
			}
			if got := httpx.Clean(err); got != error(status) {
				t.Errorf("Clean gives %v", got)
			}
		})
	}
}

func TestALongMessageIsShortened(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(429)
		_, _ = io.WriteString(w, `{"message":"`+strings.Repeat("ä", 5000)+`"}`)
	})
	_, err := get(t, httpx.New(httpx.Options{}), t.Context(), s.URL)
	var status *httpx.StatusError
	if !errors.As(err, &status) {
		t.Fatal(err)
	}
	if status.Message != strings.Repeat("ä", 300)+"…" {
		t.Errorf("message of %d bytes", len(status.Message))
	}
}

func TestARedirectIsAnErrorAndNotFollowed(t *testing.T) {
	for _, method := range []string{"GET", "POST", "DELETE"} {
		hits := 0
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			hits++
			http.Redirect(w, r, "/new/place?token=secret", http.StatusMovedPermanently)
		})
		req, err := http.NewRequestWithContext(t.Context(), method, s.URL+"/old", nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = httpx.New(httpx.Options{AnyStatus: true}).Do(req)
		var redirect *httpx.RedirectError
		if !errors.As(err, &redirect) || hits != 1 {
			t.Fatalf("%s: %v after %d requests", method, err, hits)
		}
		if want := (httpx.RedirectError{Method: method, Path: "/old", Status: 301, To: "/new/place"}); *redirect != want {
			t.Errorf("got %+v", *redirect)
		}
	}
}

func TestAnAnswerBeyondItsLimitIsAnError(t *testing.T) {
	for _, tt := range []struct {
		name    string
		size    int
		limit   int64
		chunked bool
		okay    bool
	}{
		{"exactly the limit", 1000, 1000, false, true},
		{"exactly the limit, length unknown", 1000, 1000, true, true},
		{"one byte more", 1001, 1000, false, false},
		{"one byte more, length unknown", 1001, 1000, true, false},
		{"much more, length unknown", 1 << 20, 1000, true, false},
		{"no limit", 1 << 20, httpx.Unlimited, true, true},
		{"empty answer, no byte allowed", 0, 0, true, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				if tt.chunked {
					w.(http.Flusher).Flush()
				}
				_, _ = w.Write(make([]byte, tt.size))
			})
			body, err := get(t, httpx.New(httpx.Options{MaxAnswer: 10}), httpx.WithLimit(t.Context(), tt.limit), s.URL+"/x")
			var large *httpx.TooLargeError
			switch {
			case tt.okay && (err != nil || len(body) != tt.size):
				t.Errorf("%d bytes, %v", len(body), err)
			case !tt.okay && (!errors.As(err, &large) || *large != httpx.TooLargeError{Method: "GET", Path: "/x", Limit: tt.limit}):
				t.Errorf("got %v", err)
			}
			if int64(len(body)) > tt.limit && tt.limit >= 0 {
				t.Errorf("%d bytes came through", len(body))
			}
		})
	}
}

func TestOfGzipTheUnpackedSizeCounts(t *testing.T) {
	const bomb = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" // head; the stream below is one stored block of 5 bytes
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = io.WriteString(w, bomb+"\x01\x05\x00\xfa\xffhello\x86\xa6\x10\x36\x05\x00\x00\x00")
	})
	c := httpx.New(httpx.Options{})
	if got, err := get(t, c, t.Context(), s.URL); got != "hello" || err != nil {
		t.Fatalf("%q, %v", got, err)
	}
	var large *httpx.TooLargeError
	if _, err := get(t, c, httpx.WithLimit(t.Context(), 4), s.URL); !errors.As(err, &large) {
		t.Errorf("got %v", err)
	}
}

func TestPlainHTTPIsForLoopbackOnly(t *testing.T) {
	for link, okay := range map[string]bool{
		"https://git.example.org/x": true, "http://127.0.0.1:80/": true, "http://127.9.9.9/": true, "http://[::1]:3000/": true,
		"http://localhost/": true, "http://LOCALHOST:1/": true,
		"http://git.example.org/": false, "http://10.0.0.1/": false, "http://localhost.example.org/": false, "http://127.0.0.1.example.org/": false,
		"ftp://127.0.0.1/": false, "https://u:p@git.example.org/": false, "https://u@git.example.org/": false, "https:///x": false,
		"https://git.example.org/#x": false, "https:git.example.org": false, "//git.example.org/": false, "http://2130706433/": false,
		"http://[::ffff:127.0.0.1]/": true, "http://0.0.0.0/": false,
	} {
		u, err := url.Parse(link)
		if err != nil {
			t.Fatal(err)
		}
		err = httpx.CheckURL(u)
		if (err == nil) != okay {
			t.Errorf("%s: %v", link, err)
		}
		if err == nil || u.Scheme == "https" && u.User == nil || u.Host == "" {
			continue
		}
		_, err = get(t, httpx.New(httpx.Options{}), t.Context(), link)
		var blocked *httpx.BlockedError
		if !errors.As(err, &blocked) {
			t.Errorf("%s was called: %v", link, err)
		}
	}
}

func TestTheTokenGoesToItsOriginOnly(t *testing.T) {
	var got []string
	note := func(w http.ResponseWriter, r *http.Request) { got = append(got, r.Header.Get("Authorization")) }
	own, other := serve(t, note), serve(t, note)
	u, _ := url.Parse(own.URL + "/git/")
	c := httpx.WithAuthorization(httpx.New(httpx.Options{}), u, "token sesame")
	if _, err := get(t, c, t.Context(), own.URL+"/a"); err != nil {
		t.Fatal(err)
	}
	port := own.URL[strings.LastIndexByte(own.URL, ':'):]
	for _, link := range []string{other.URL + "/a", "http://localhost" + port + "/a", "https://127.0.0.1" + port + "/a", "https://example.org/"} {
		_, err := get(t, c, t.Context(), link)
		var blocked *httpx.BlockedError
		if !errors.As(err, &blocked) || strings.Contains(err.Error(), "sesame") {
			t.Errorf("%s: %v", link, err)
		}
	}
	if diff := cmp.Diff([]string{"token sesame"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestATokenInAMessageIsHidden(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(401)
		_, _ = io.WriteString(w, `{"message":"bad `+r.Header.Get("Authorization")+`"}`)
	})
	u, _ := url.Parse(s.URL)
	_, err := get(t, httpx.WithAuthorization(httpx.New(httpx.Options{}), u, "token sesame"), t.Context(), s.URL)
	if got := httpx.Clean(err).Error(); got != "GET : 401 Unauthorized: bad token ***" {
		t.Errorf("got %q", got)
	}
}

func TestOriginsAreComparedInOneSpelling(t *testing.T) {
	for link, want := range map[string]string{
		"https://Git.Example.org/a": "https://git.example.org:443", "https://git.example.org:443": "https://git.example.org:443",
		"http://[::1]/": "http://[::1]:80", "https://git.example.org:8443/x/y": "https://git.example.org:8443",
	} {
		u, _ := url.Parse(link)
		if got := httpx.Origin(u); got != want {
			t.Errorf("%s: %s", link, got)
		}
	}
}

func TestNoProxyIsTakenFromTheEnvironment(t *testing.T) {
	asked := false
	proxy := serve(t, func(http.ResponseWriter, *http.Request) { asked = true })
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"} {
		t.Setenv(name, proxy.URL)
	}
	_, err := get(t, httpx.New(httpx.Options{}), t.Context(), "https://name.invalid/")
	if asked || err == nil {
		t.Errorf("the proxy was asked: %v, error: %v", asked, err)
	}
}

func TestFailuresOfTheConnectionHaveWords(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + listener.Addr().String()
	_ = listener.Close()
	release := make(chan struct{})
	defer close(release)
	slow := serve(t, func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	cut := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "short")
	})
	unknown := httptest.NewTLSServer(http.NotFoundHandler())
	defer unknown.Close()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	expired, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	for _, tt := range []struct {
		name, link string
		ctx        context.Context
		want       httpx.Kind
		is         error
	}{
		{"nobody listens", closed, t.Context(), httpx.Refused, nil},
		{"no such host", "https://name.invalid", t.Context(), httpx.DNS, nil},
		{"certificate of nobody", unknown.URL, t.Context(), httpx.TLS, nil},
		{"TLS to a plain server", strings.Replace(slow.URL, "http", "https", 1), t.Context(), httpx.TLS, nil},
		{"cut off", cut.URL, t.Context(), httpx.Cut, io.ErrUnexpectedEOF},
		{"cancelled", slow.URL, cancelled, httpx.Cancelled, context.Canceled},
		{"too slow", slow.URL, expired, httpx.Timeout, context.DeadlineExceeded},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := get(t, httpx.New(httpx.Options{}), tt.ctx, tt.link+"/p?secret=1")
			var transport *httpx.TransportError
			if !errors.As(err, &transport) || transport.Kind != tt.want {
				t.Fatalf("got %v", err)
			}
			if tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("%v is not %v", err, tt.is)
			}
			if text := httpx.Clean(err).Error(); strings.Contains(text, "secret") || !strings.HasPrefix(text, "GET /p: "+string(tt.want)) {
				t.Errorf("text %q", text)
			}
		})
	}
}

func TestTheHeaderLimitEndsASilentServer(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	s := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	_, err := get(t, httpx.New(httpx.Options{HeaderTimeout: time.Millisecond}), t.Context(), s.URL)
	var transport *httpx.TransportError
	if !errors.As(err, &transport) || transport.Kind != httpx.Timeout {
		t.Errorf("got %v", err)
	}
}

func TestTypedErrorsPassThroughTheSDK(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(405)
		_, _ = io.WriteString(w, `{"message":"Does not have enough approvals"}`)
	})
	api, err := sdk.NewClient(s.URL, sdk.SetGiteaVersion(""), sdk.SetHTTPClient(httpx.New(httpx.Options{})))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = api.MergePullRequest("o", "r", 1, sdk.MergePullRequestOption{Style: sdk.MergeStyleMerge})
	var status *httpx.StatusError
	if !errors.As(err, &status) || status.Message != "Does not have enough approvals" {
		t.Errorf("got %v", err)
	}
}

func TestClientsThatJudgeEveryStatusGetTheAnswer(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(402)
		_, _ = io.WriteString(w, "0123456789")
	})
	body, err := get(t, httpx.New(httpx.Options{AnyStatus: true}), t.Context(), s.URL)
	if body != "0123456789" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	if _, err := get(t, httpx.New(httpx.Options{AnyStatus: true, MaxAnswer: 9}), t.Context(), s.URL); err == nil {
		t.Error("the limit does not hold for them")
	}
}

func TestASecretIsHiddenBeforeAMessageIsCut(t *testing.T) {
	const token = "0123456789abcdef0123456789abcdef01234567"
	for padding := 250; padding <= 300; padding += 5 {
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(403)
			_, _ = fmt.Fprintf(w, `{"message":"%s%s"}`, strings.Repeat("x", padding), token)
		})
		u, err := url.Parse(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		_, err = get(t, httpx.WithAuthorization(httpx.New(httpx.Options{}), u, "token "+token), t.Context(), s.URL)
		if err == nil || strings.Contains(err.Error(), token[:8]) {
			t.Errorf("padding %d: %v", padding, err)
		}
	}
}
