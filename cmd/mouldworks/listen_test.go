package main

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What keeps a server from starting is said by the flag that is to be changed, and what it may be instead.
func TestAServerSaysWhyItCannotStart(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }() // nothing was sent
	at := taken.Addr().String()
	file := filepath.Join(t.TempDir(), "moulds.xlsx")
	if err := os.WriteFile(file, []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"--data", t.TempDir(), "--listen", at}, []string{"--listen " + at, "another program listens there already"}},
		{[]string{"--data", t.TempDir(), "--listen", "127.0.0.1:0", "--metrics-listen", at}, []string{"--metrics-listen " + at, "another program listens there already"}},
		{[]string{"--data", t.TempDir(), "--listen", "8080"}, []string{"--listen: ", "HOST:PORT"}},
		{[]string{"--data", t.TempDir(), "--listen", "127.0.0.1:65536"}, []string{"--listen: ", "HOST:PORT"}},
		{[]string{"--data", t.TempDir(), "--listen", "localhost:abc"}, []string{"--listen: nobody knows", "a port from 1 to 65535"}},
		{[]string{"--data", t.TempDir(), "--listen", ""}, []string{"--listen names no port", "HOST:PORT"}},
		{[]string{"--data", t.TempDir(), "--listen", "127.0.0.1:"}, []string{"--listen names no port", "HOST:PORT"}},
		{[]string{"--data", "", "--listen", "127.0.0.1:0"}, []string{"the data folder is empty", "--data"}},
		{[]string{"--data", t.TempDir(), "--listen", "127.0.0.1:0", "--database", "mysql://x/y"}, []string{"--database is a postgres:// URL"}},
		{[]string{"--data", t.TempDir(), "--listen", "192.0.2.1:8080"}, []string{"--listen 192.0.2.1:8080", "no such address"}},
		{[]string{"--data", t.TempDir(), "--public-url", "https://mw.example.com/"}, []string{"--public-url: it is written https://HOST", "without a user, a slash"}},
		{[]string{"--data", file, "--listen", "127.0.0.1:0"}, []string{file + " is a file", "a folder"}},
		{[]string{"--data", filepath.Join(file, "below"), "--listen", "127.0.0.1:0"}, []string{file + " is a file", "a folder"}},
	} {
		out, err := exec.Command(binary, append([]string{"serve"}, c.args...)...).CombinedOutput()
		if err == nil {
			t.Errorf("%v: it ran", c.args)
		}
		for _, want := range c.want {
			if !strings.Contains(string(out), want) {
				t.Errorf("%v: %s lacks %q", c.args, out, want)
			}
		}
	}
}

// Every command that takes a data folder says in the same words why it cannot be one.
func TestADataFolderThatIsNone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "moulds.xlsx")
	if err := os.WriteFile(file, []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(t.TempDir(), "archive")
	for _, command := range [][]string{{"doctor"}, {"backup", archive}, {"restore", archive}, {"admin", "oidc-clients"}, {"gateway", "--cloud", "https://127.0.0.1:1", "--key", "k"}} {
		for folder, want := range map[string]string{"": "the data folder is empty", file: file + " is a file; --data names a folder", filepath.Join(file, "below"): file + " is a file; --data names a folder"} {
			out, err := exec.Command(binary, slices.Concat(command, []string{"--data", folder})...).CombinedOutput()
			if err == nil || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), want) {
				t.Errorf("%v --data %q: %v %s", command, folder, err, out)
			}
		}
	}
}

// The link of the first start and the word that the server is ready lead where people reach it.
func TestTheFirstStartTellsAnAddressThatOpens(t *testing.T) {
	for _, c := range []struct {
		listen string
		args   []string
		want   string
	}{
		{"127.0.0.1:0", []string{"--public-url", "https://mw.example.com"}, "https://mw.example.com/setup?code="},
		{freeAddress(t), nil, "http://127.0.0.1:"},
		{strings.Replace(freeAddress(t), "127.0.0.1", "0.0.0.0", 1), nil, "http://localhost:"},
		{strings.TrimPrefix(freeAddress(t), "127.0.0.1"), nil, "http://localhost:"},
	} {
		_, port, _ := net.SplitHostPort(c.listen)
		cmd := exec.Command(binary, append([]string{"serve", "--data", t.TempDir(), "--listen", c.listen}, c.args...)...)
		said, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(said)
		var told []string
		for len(told) < 2 && lines.Scan() {
			told = append(told, lines.Text())
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait() // it was killed
		want := c.want
		if port != "0" {
			want += port + "/setup?code="
		}
		if len(told) != 2 || !strings.Contains(told[0], want) {
			t.Errorf("%s %v: %q lacks %s", c.listen, c.args, told, want)
		}
		if ready := strings.TrimSuffix(want, "/setup?code="); len(told) == 2 && !strings.HasSuffix(told[1], "is ready at "+ready) {
			t.Errorf("%s %v: %q", c.listen, c.args, told[1])
		}
	}
}

// What was meant as an address of a database and is none stands in no message: it may hold a password.
func TestAWrongDatabaseAddressIsNotRepeated(t *testing.T) {
	for _, command := range [][]string{{"serve"}, {"doctor"}, {"backup", "x.zip"}, {"admin", "token", "--tenant", "x", "--user", "y"}} {
		for _, address := range []string{
			"mysql://u:secret@h/x", "host=h password=secret", "u:secret@h/x", "postgres:u:secret@h/x", " postgres://u:secret@h/x", "file:x.db?p=secret",
			"postgres://u:secret", "postgres://u:x@secret@127.0.0.1:1/x", "postgres://u:1/secret@h/x", "postgres://u:1?secret@h/x", "postgres://u:1#secret@h/x", "postgres://u@h:secret/x",
			"postgres://u:5314159", "postgresql://u:5314159/x", "postgres://u:53141?sslmode=disable", "postgres://a:1,u:53141/x",
		} {
			out, err := exec.Command(binary, append(command, "--data", t.TempDir(), "--database", address)...).CombinedOutput()
			if err == nil || strings.Contains(string(out), "secret") || strings.Contains(string(out), "3141") || !strings.Contains(string(out), "--database is a postgres:// URL") {
				t.Errorf("%v %s: %v: %s", command, address, err, out)
			}
		}
	}
	// One that is right but for a parameter, or where nobody answers.
	for _, address := range []string{"postgres://u@127.0.0.1:1/x?connect_timeout=secret", "postgres://u@127.0.0.1:1/x?sslmode=secret", "postgres://u:secret@127.0.0.1:1/x?sslmode=wrong", "postgres://u@127.0.0.1:1/x?password=secret&sslmode=wrong", "postgres://u:sec%40secret@127.0.0.1:1/x"} {
		out, err := exec.Command(binary, "doctor", "--data", t.TempDir(), "--database", address).CombinedOutput()
		if err == nil || strings.Contains(string(out), "secret") {
			t.Errorf("doctor %s: %v: %s", address, err, out)
		}
		for _, option := range []string{"connect_timeout", "sslmode"} {
			if strings.Contains(address, option) && !strings.Contains(string(out), option+" has a value that") {
				t.Errorf("doctor %s does not name %s: %s", address, option, out)
			}
		}
	}
}

// What is no address to listen at and no network stands in no message: a secret may have come there by mistake.
func TestWhatIsNoAddressToListenAtIsNotRepeated(t *testing.T) {
	for _, flag := range []string{"--listen", "--metrics-listen", "--debug-listen", "--proxies"} {
		for _, value := range []string{"secret", "postgres://u:secret@h/x", "h:secret", "secret:99999", "[secret", "10.0.0.0/secret"} {
			out, err := exec.Command(binary, "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0", flag, value).CombinedOutput()
			if _, said, found := strings.Cut(string(out), "mouldworks: "); err == nil || !found || strings.Contains(said, "secret") || !strings.Contains(said, flag) {
				t.Errorf("%s %s: %v: %s", flag, value, err, said)
			}
		}
	}
}

// What a user info of an address holds stands in no message, whichever option it is given with, also where its host was forgotten.
func TestTheUserOfAnAddressIsNotRepeated(t *testing.T) {
	files := []string{"--files-bucket", "b", "--files-access-key", "k", "--files-secret-key", "s"}
	sms := []string{"--sms-provider", "aliyun", "--sms-key-id", "k", "--sms-key-secret", "k", "--sms-sign-name", "n", "--sms-template", "t"}
	for _, c := range []struct {
		command, with []string
		flag          string
	}{
		{[]string{"serve"}, nil, "--public-url"},
		{[]string{"serve"}, nil, "--jump-origins"},
		{[]string{"serve"}, nil, "--embed"},
		{[]string{"serve"}, nil, "--framed-by"},
		{[]string{"serve"}, nil, "--assistant"},
		{[]string{"serve"}, nil, "--push-address"},
		{[]string{"serve"}, nil, "--otlp-endpoint"},
		{[]string{"serve"}, files, "--files-endpoint"},
		{[]string{"serve"}, sms, "--sms-endpoint"},
		{[]string{"doctor"}, nil, "--public-url"},
		{[]string{"gateway", "--key", "k"}, nil, "--cloud"},
	} {
		for _, address := range []string{"https://whoever:secret@host.example", "https://whoever:sec/secret@host.example", "https://whoever:secret"} {
			if address == "https://whoever:secret" && (c.flag == "--files-endpoint" || c.flag == "--sms-endpoint") {
				continue
			}
			args := slices.Concat(c.command, []string{"--data", t.TempDir()}, c.with, []string{c.flag, address})
			if c.command[0] == "serve" {
				args = append(args, "--listen", "127.0.0.1:0")
			}
			out, err := exec.CommandContext(t.Context(), binary, args...).CombinedOutput()
			if err == nil || strings.Contains(string(out), "secret") || strings.Contains(string(out), "whoever") {
				t.Errorf("%v %s %s: %v: %s", c.command, c.flag, address, err, out)
			}
		}
	}
}
