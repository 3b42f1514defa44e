package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// running is a server started by a test.
type running struct {
	url  string
	stop func() error
}

func startServe(t *testing.T, o serveOptions) running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := serve(ctx, o, in, io.Discard)
		in.CloseWithError(io.EOF)
		ended <- err
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("not ready: %v", <-ended)
	}
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "tagmate is ready at ")
	if !ok {
		t.Fatalf("it said %q", line)
	}
	return running{url, func() error { cancel(); return <-ended }}
}

func TestServe(t *testing.T) {
	o := serveOptions{addr: "127.0.0.1:0", data: filepath.Join(t.TempDir(), "new"), logLevel: "error", workers: 1}
	for range 2 { // the second time the data are there
		s := startServe(t, o)
		resp, err := http.Get(s.url + "healthz")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != 200 {
			t.Errorf("status %d", resp.StatusCode)
		}
		http.DefaultClient.CloseIdleConnections()
		if err := s.stop(); err != nil {
			t.Error(err)
		}
	}
	if info, err := os.Stat(o.data); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("data directory: %v, %v", info.Mode(), err)
	}
}

func TestServeSaysWhyNot(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	good := serveOptions{addr: "127.0.0.1:0", data: dir, logLevel: "error", workers: 1}
	for _, tc := range []struct {
		name   string
		change func(o *serveOptions)
		want   string
	}{
		{"address", func(o *serveOptions) { o.addr = "nowhere:x" }, "addr: "},
		{"level", func(o *serveOptions) { o.logLevel = "loud" }, "log-level: "},
		{"workers", func(o *serveOptions) { o.workers = 0 }, "workers: "},
		{"data", func(o *serveOptions) { o.data = file }, "data: "},
		{"certificate", func(o *serveOptions) { o.tlsCert, o.tlsKey = file, file }, "tls-cert"},
		{"proxy", func(o *serveOptions) { o.proxies = []string{"localhost"} }, "proxy: "},
		{"origin", func(o *serveOptions) { o.origins = []string{"chess.example"} }, "origin"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := good
			tc.change(&o)
			err := serve(t.Context(), o, io.Discard, io.Discard)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error is %v, want one about %s", err, tc.want)
			}
		})
	}
}

func TestDataDir(t *testing.T) {
	t.Setenv("HOME", "/home/someone")
	for _, tc := range []struct{ flag, xdg, want string }{
		{"here", "/x", "here"},
		{"", "/x", "/x/tagmate"},
		{"", "", "/home/someone/.local/share/tagmate"},
		{"", "relative", "/home/someone/.local/share/tagmate"}, // the XDG rules: to be ignored
	} {
		t.Setenv("XDG_DATA_HOME", tc.xdg)
		if got, err := dataDir(tc.flag); got != tc.want || err != nil {
			t.Errorf("%+v: %s, %v", tc, got, err)
		}
	}
}
