//go:build unix

// Command dev runs the product for whoever changes it: the server, built and started again when a Go file changes, and Vite,
// which brings changes of the front end into the open page. Ctrl-C stops both.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// lookEvery is how often the sources are looked at. Asking two thousand files takes some milliseconds and needs no library.
const lookEvery = 500 * time.Millisecond

// endWithin is how long a process may take to stop before it is killed; the server hands runs over in ten seconds.
const endWithin = 12 * time.Second

func main() {
	listen := flag.String("listen", "localhost:8080", "HOST:PORT of the server")
	data := flag.String("data", "./data", "folder of its data")
	vite := flag.String("vite", "5173", "port of Vite, where the page is opened")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *listen, *data, *vite); err != nil {
		fmt.Fprintln(os.Stderr, "dev:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, listen, data, vite string) error {
	page := exec.Command("npx", "--no-install", "vite", "--port", vite, "--strictPort")
	page.Dir = "web"
	page.Env = append(os.Environ(), "MOULDWORKS_SERVER=http://"+listen)
	front, err := begin(page)
	if err != nil {
		return err
	}
	defer front.end()
	server := &restarted{
		build: func() *exec.Cmd {
			return exec.CommandContext(ctx, "go", "build", "-o", "bin/mouldworks", "./cmd/mouldworks")
		},
		serve: func() *exec.Cmd {
			return exec.Command("bin/mouldworks", "serve", "--demo", "--data", data, "--listen", listen)
		},
	}
	defer server.end()
	fmt.Printf("dev: the page opens at http://localhost:%s once the server is ready\n", vite)
	return watch(ctx, server, front.gone)
}

// watch builds and starts the server now and whenever its sources have changed, until ctx ends or the front end has gone.
func watch(ctx context.Context, server *restarted, gone <-chan struct{}) error {
	before := ""
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		now, err := sources(".")
		if err != nil {
			return err
		}
		if now != before {
			before = now
			server.restart(ctx)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-gone:
			return errors.New("the front end has ended, see above")
		case <-tick.C:
		}
	}
}

// watched are the folders that the server is built of.
var watched = []string{"cmd", "internal", "solver", "web/dist/placeholder.html", "go.mod"}

// sources tells two states of the server's sources apart. Tests are no part of it.
func sources(root string) (string, error) {
	var newest time.Time
	var files, bytes int64
	for _, folder := range watched {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, e fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist): // removed while we look
				return nil
			case err != nil:
				return err
			case e.IsDir() && e.Name() == "testdata":
				return fs.SkipDir
			case e.IsDir() || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			about, err := e.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			files, bytes = files+1, bytes+about.Size()
			if about.ModTime().After(newest) {
				newest = about.ModTime()
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprint(files, bytes, newest.UnixNano()), nil
}

// restarted is the server: the one before goes on until the next one is built.
type restarted struct {
	build, serve func() *exec.Cmd
	running      *process
}

func (r *restarted) restart(ctx context.Context) {
	fmt.Println("dev: building the server")
	began := time.Now()
	build := r.build()
	build.Stdout, build.Stderr = os.Stdout, os.Stderr
	if err := build.Run(); err != nil {
		if ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, "dev: not built, the server from before goes on:", err)
		}
		return
	}
	fmt.Printf("dev: built in %s\n", time.Since(began).Round(100*time.Millisecond))
	r.end()
	next, err := begin(r.serve())
	if err != nil {
		fmt.Fprintln(os.Stderr, "dev:", err)
		return
	}
	r.running = next
}

func (r *restarted) end() {
	if r.running != nil {
		r.running.end()
		r.running = nil
	}
}

// process is a child with a group of its own, so that Ctrl-C reaches it through us and what it starts ends with it.
type process struct {
	cmd  *exec.Cmd
	gone chan struct{}
}

func begin(cmd *exec.Cmd) (*process, error) {
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, gone: make(chan struct{})}
	go func() {
		defer close(p.gone)
		if err := cmd.Wait(); err != nil && !isStopped(err) {
			fmt.Fprintf(os.Stderr, "dev: %s has ended: %v\n", filepath.Base(cmd.Path), err)
		}
	}()
	return p, nil
}

// isStopped tells an end that a signal has brought.
func isStopped(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && !exit.Exited()
}

func (p *process) end() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGTERM) // it may have ended already
	select {
	case <-p.gone:
	case <-time.After(endWithin):
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		<-p.gone
	}
}
