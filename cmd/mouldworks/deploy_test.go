package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"

	"mouldworks/internal/app"
)

const deploy = "../../deploy"

// serveOptions are the flags of `serve` and their environment variables.
func serveOptions(t *testing.T) (flags, variables map[string]bool) {
	t.Helper()
	parser, err := kong.New(&commands{}, spelling()...)
	if err != nil {
		t.Fatal(err)
	}
	flags, variables = map[string]bool{}, map[string]bool{}
	for _, command := range parser.Model.Children {
		if command.Name != "serve" {
			continue
		}
		for _, f := range command.Flags {
			flags["--"+f.Name] = true
			for _, name := range f.Envs {
				variables[name] = true
			}
		}
	}
	if !flags["--data"] || !variables["MOULDWORKS_DATABASE"] {
		t.Fatalf("no options: %v, %v", flags, variables)
	}
	return flags, variables
}

var (
	flagName     = regexp.MustCompile(`--[a-z][a-z-]+`)
	variableName = regexp.MustCompile(`\bMOULDWORKS_[A-Z_]+\b`)
)

// asksForWhatIs fails where a text names an option of `serve` or a variable that there is not.
func asksForWhatIs(t *testing.T, name, text string) {
	t.Helper()
	flags, variables := serveOptions(t)
	for _, flag := range flagName.FindAllString(text, -1) {
		if !flags[flag] {
			t.Errorf("%s names %s, which serve does not know", name, flag)
		}
	}
	for _, variable := range variableName.FindAllString(text, -1) {
		if !variables[variable] {
			t.Errorf("%s names %s, which serve does not know", name, variable)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// tree is a YAML document.
type tree map[string]any

func parse(t *testing.T, name, text string) tree {
	t.Helper()
	var d map[string]any
	if err := yaml.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	return d
}

// at follows keys and places of lists; nil where there is nothing.
func (d tree) at(path ...any) any {
	var here any = map[string]any(d)
	for _, step := range path {
		switch step := step.(type) {
		case string:
			m, ok := here.(map[string]any)
			if !ok {
				return nil
			}
			here = m[step]
		case int:
			l, ok := here.([]any)
			if !ok || step >= len(l) {
				return nil
			}
			here = l[step]
		}
	}
	return here
}

// is fails where a document has something else.
func (d tree) is(t *testing.T, want any, path ...any) {
	t.Helper()
	if got := d.at(path...); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v is %v instead of %v", path, got, want)
	}
}

// tool finds a program, or leaves the test out and says so.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("LEFT OUT: %s is not installed", name)
	}
	return path
}

// The unit names options that there are, keeps everything that it can from the server, and passes systemd's own check where
// systemd is installed.
func TestTheSystemdUnit(t *testing.T) {
	unit := read(t, deploy+"/mouldworks.service")
	asksForWhatIs(t, "the unit", strings.Join(regexp.MustCompile(`(?m)^(?:ExecStart|Environment)=.*$`).FindAllString(unit, -1), "\n"))
	if start := regexp.MustCompile(`(?m)^ExecStart=.*$`).FindString(unit); strings.Contains(start, " --") {
		t.Errorf("an option of the command line would win over the file of the administrator: %s", start)
	}
	for _, line := range []string{"User=mouldworks", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=", "StateDirectory=mouldworks", "StateDirectoryMode=0700", "Restart=on-failure", "TimeoutStopSec=20s", "Environment=MOULDWORKS_LISTEN=localhost:8080"} {
		if !slices.Contains(strings.Split(unit, "\n"), line) {
			t.Errorf("the unit lacks %s", line)
		}
	}
	t.Run("systemd-analyze", func(t *testing.T) {
		analyze := tool(t, "systemd-analyze")
		file := filepath.Join(t.TempDir(), "mouldworks.service")
		text := strings.NewReplacer("/usr/local/bin/mouldworks serve", binary+" serve", "User=mouldworks", "User=daemon", "Group=mouldworks", "Group=daemon").Replace(unit)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(analyze, "verify", "--man=no", file).CombinedOutput(); err != nil || len(bytes.TrimSpace(out)) > 0 {
			t.Errorf("verify: %v, %s", err, out)
		}
		if out, err := exec.Command(analyze, "security", "--offline=yes", "--threshold=20", file).CombinedOutput(); err != nil {
			t.Errorf("the unit leaves the server more than 2.0 of 10: %s", out)
		}
	})
}

// The image holds the program, certificates and nothing else, and runs as nobody; it is built where there is a builder.
func TestTheImage(t *testing.T) {
	file := read(t, deploy+"/Dockerfile")
	last := file[strings.LastIndex(file, "\nFROM "):]
	for _, want := range []string{"FROM scratch", "ca-certificates.crt /etc/ssl/certs/", "USER 65532:65532", "--chown=65532:65532 /out/data /data", `ENTRYPOINT ["/mouldworks"]`} {
		if !strings.Contains(last, want) {
			t.Errorf("the image lacks %s", want)
		}
	}
	if !strings.Contains(file, "CGO_ENABLED=0") {
		t.Error("the program needs a libc, which the image has not")
	}
	asksForWhatIs(t, "CMD", last[strings.Index(last, "\nCMD "):])
	if mod := read(t, "../../go.mod"); !strings.Contains(mod, "\ngo 1.26") || !strings.Contains(file, "golang:1.26") {
		t.Error("the image is built with another Go than go.mod asks for")
	}
	t.Run("docker", func(t *testing.T) {
		docker := tool(t, "docker")
		if out, err := exec.Command(docker, "info").CombinedOutput(); err != nil {
			t.Skipf("LEFT OUT: docker cannot build here: %.200s", out)
		}
		name := fmt.Sprintf("mouldworks-test-%d", os.Getpid())
		if out, err := exec.Command(docker, "build", "-f", deploy+"/Dockerfile", "-t", name, "../..").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		defer func() { _ = exec.Command(docker, "rmi", "-f", name).Run() }() // only a test's
		id, err := exec.Command(docker, "run", "-d", "--rm", "--read-only", "--tmpfs", "/tmp", "-P", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		container := strings.TrimSpace(string(id))
		defer func() { _ = exec.Command(docker, "kill", container).Run() }()
		place, err := exec.Command(docker, "port", container, "8080/tcp").Output()
		if err != nil {
			t.Fatal(err)
		}
		p := &process{t: t, listen: strings.Fields(string(place))[0]}
		p.untilReady(200)
	})
}

// The compose file is what it says: one server that waits for its database, open to this machine alone.
func TestTheComposeFile(t *testing.T) {
	text := read(t, deploy+"/compose.yaml")
	asksForWhatIs(t, "compose.yaml", strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '#' }), "\n"))
	d := parse(t, "compose.yaml", text)
	d.is(t, "service_healthy", "services", "server", "depends_on", "database", "condition")
	d.is(t, "127.0.0.1:8080:8080", "services", "server", "ports", 0)
	d.is(t, true, "services", "server", "read_only")
	d.is(t, "ALL", "services", "server", "cap_drop", 0)
	d.is(t, "deploy/Dockerfile", "services", "server", "build", "dockerfile")
	d.is(t, "20s", "services", "server", "stop_grace_period")
	d.is(t, nil, "services", "database", "ports")
	for _, name := range []string{"database", "data"} {
		if volumes, _ := d.at("volumes").(map[string]any); !keyOf(volumes, name) {
			t.Errorf("the volume %s is not declared", name)
		}
	}
	t.Run("docker compose", func(t *testing.T) {
		docker := tool(t, "docker")
		if err := exec.Command(docker, "compose", "version").Run(); err != nil {
			t.Skip("LEFT OUT: docker compose is not installed")
		}
		c := exec.Command(docker, "compose", "-f", deploy+"/compose.yaml", "config", "--quiet")
		c.Env = append(os.Environ(), "POSTGRES_PASSWORD=x")
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
}

func keyOf(m map[string]any, name string) bool {
	_, ok := m[name]
	return ok
}

// rendered is a template of the chart as Helm would render it; the chart keeps to the few functions that are here.
func rendered(t *testing.T, name string, change func(values tree)) (string, error) {
	t.Helper()
	chart := parse(t, "Chart.yaml", read(t, deploy+"/helm/mouldworks/Chart.yaml"))
	values := parse(t, "values.yaml", read(t, deploy+"/helm/mouldworks/values.yaml"))
	change(values)
	funcs := template.FuncMap{
		"quote": func(v any) string { return fmt.Sprintf("%q", fmt.Sprint(v)) },
		"default": func(otherwise, v any) any {
			if v == nil || v == "" {
				return otherwise
			}
			return v
		},
		"required": func(message string, v any) (any, error) {
			if v == nil || v == "" {
				return nil, fmt.Errorf("%s", message)
			}
			return v, nil
		},
		"toYaml": func(v any) (string, error) { b, err := yaml.Marshal(v); return strings.TrimSpace(string(b)), err },
		"nindent": func(n int, text string) string {
			return "\n" + strings.Repeat(" ", n) + strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", n))
		},
	}
	tmpl, err := template.New(name).Funcs(funcs).Option("missingkey=error").Parse(read(t, deploy+"/helm/mouldworks/templates/"+name))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = tmpl.Execute(&out, map[string]any{"Values": map[string]any(values), "Release": map[string]any{"Name": "shop"}, "Chart": map[string]any{"AppVersion": chart["appVersion"]}})
	return out.String(), err
}

func filled(v tree) {
	v["secret"] = "keys"
	v["files"] = tree{"endpoint": "store:9000", "bucket": "moulds", "region": "eu-1"}
	v["publicURL"], v["proxies"], v["args"] = "https://moulds.example.com", []any{"10.0.0.0/8"}, []any{"--qr-first"}
	v["env"] = tree{"MOULDWORKS_SMS_PROVIDER": "aliyun"}
	v["ingress"] = tree{"enabled": true, "className": "nginx", "host": "moulds.example.com", "tlsSecret": "tls"}
}

// The chart runs two servers that share a database and a bucket, asked about their health, and names options that there are.
func TestTheChart(t *testing.T) {
	text, err := rendered(t, "deployment.yaml", filled)
	if err != nil {
		t.Fatal(err)
	}
	asksForWhatIs(t, "deployment.yaml", text)
	if chart := read(t, deploy+"/helm/mouldworks/Chart.yaml"); !strings.Contains(chart, "\nappVersion: "+app.Version+"\n") {
		t.Errorf("the chart is not of version %s", app.Version)
	}
	d := parse(t, "deployment.yaml", text)
	d.is(t, 2, "spec", "replicas")
	d.is(t, "Recreate", "spec", "strategy", "type") // servers of two versions never share a database
	pod := []any{"spec", "template", "spec"}
	server := append(slices.Clone(pod), "containers", 0)
	for _, row := range []struct {
		want any
		path []any
	}{
		{"mouldworks:0.1.0", append(slices.Clone(server), "image")},
		{"/readyz", append(slices.Clone(server), "readinessProbe", "httpGet", "path")},
		{"/healthz", append(slices.Clone(server), "livenessProbe", "httpGet", "path")},
		{true, append(slices.Clone(server), "securityContext", "readOnlyRootFilesystem")},
		{"ALL", append(slices.Clone(server), "securityContext", "capabilities", "drop", 0)},
		{"512Mi", append(slices.Clone(server), "resources", "requests", "memory")},
		{"keys", append(slices.Clone(server), "env", 0, "valueFrom", "secretKeyRef", "name")},
		{"aliyun", append(slices.Clone(server), "env", 3, "value")},
		{true, append(slices.Clone(pod), "securityContext", "runAsNonRoot")},
		{65532, append(slices.Clone(pod), "securityContext", "runAsUser")},
		{20, append(slices.Clone(pod), "terminationGracePeriodSeconds")},
	} {
		d.is(t, row.want, row.path...)
	}
	for _, arg := range []string{"--files-endpoint=store:9000", "--files-bucket=moulds", "--files-region=eu-1", "--public-url=https://moulds.example.com", "--proxies=10.0.0.0/8", "--qr-first"} {
		if args, _ := d.at(append(slices.Clone(server), "args")...).([]any); !slices.Contains(args, any(arg)) {
			t.Errorf("without %s: %v", arg, args)
		}
	}
	chosen := fmt.Sprint(d.at("spec", "selector", "matchLabels"))
	for _, row := range []struct {
		file string
		path []any
	}{{"service.yaml", []any{"spec", "selector"}}, {"disruption.yaml", []any{"spec", "selector", "matchLabels"}}} {
		text, err := rendered(t, row.file, filled)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(parse(t, row.file, text).at(row.path...)); got != chosen || fmt.Sprint(d.at("spec", "template", "metadata", "labels")) != chosen {
			t.Errorf("%s chooses %s, not %s", row.file, got, chosen)
		}
	}
	text, err = rendered(t, "ingress.yaml", filled)
	if err != nil {
		t.Fatal(err)
	}
	ingress := parse(t, "ingress.yaml", text)
	ingress.is(t, "shop", "spec", "rules", 0, "http", "paths", 0, "backend", "service", "name")
	ingress.is(t, "tls", "spec", "tls", 0, "secretName")
	if text, err := rendered(t, "ingress.yaml", func(tree) {}); err != nil || strings.TrimSpace(text) != "" {
		t.Errorf("an ingress that nobody asked for: %v, %s", err, text)
	}
	for _, lacking := range []string{"secret", "files"} {
		_, err := rendered(t, "deployment.yaml", func(v tree) {
			filled(v)
			if v[lacking] = ""; lacking == "files" {
				v[lacking] = tree{"endpoint": "", "bucket": "", "region": ""}
			}
		})
		if err == nil || !strings.Contains(err.Error(), lacking) {
			t.Errorf("without %s: %v", lacking, err)
		}
	}
	t.Run("helm", func(t *testing.T) {
		helm := tool(t, "helm")
		set := []string{"--set", "secret=keys,files.endpoint=store:9000,files.bucket=moulds,ingress.enabled=true,ingress.host=moulds.example.com,env.MOULDWORKS_SMS_PROVIDER=aliyun"}
		for _, args := range [][]string{{"lint", "--strict", deploy + "/helm/mouldworks"}, {"template", "shop", deploy + "/helm/mouldworks"}} {
			out, err := exec.Command(helm, append(args, set...)...).CombinedOutput()
			if err != nil {
				t.Errorf("%v: %v, %s", args, err, out)
			}
			if args[0] == "template" && strings.Count(string(out), "\nkind: ") != 4 {
				t.Errorf("rendered: %s", out)
			}
		}
	})
}

// The workflow runs what a change has to pass here.
func TestTheWorkflow(t *testing.T) {
	d := parse(t, "ci.yml", read(t, "../../.github/workflows/ci.yml"))
	d.is(t, "read", "permissions", "contents")
	steps, _ := d.at("jobs", "test", "steps").([]any)
	last, _ := steps[len(steps)-1].(map[string]any)
	if last["run"] != "make test" {
		t.Errorf("the last step is %v", last)
	}
	d.is(t, "go.mod", "jobs", "test", "steps", 1, "with", "go-version-file")
}

// The text for whoever runs the server names options that there are.
func TestTheGuideOfOperationNamesWhatIs(t *testing.T) {
	flags, variables := serveOptions(t)
	for _, name := range []string{"en", "zh"} {
		text := read(t, "../../docs/operate/"+name+".md")
		for _, variable := range variableName.FindAllString(text, -1) {
			if !variables[variable] {
				t.Errorf("%s.md names %s, which serve does not know", name, variable)
			}
		}
		for _, flag := range []string{"--log-level", "--log-format", "--debug-listen", "--metrics-listen", "--otlp-endpoint", "--data", "--database", "--workers", "--proxies", "--public-url"} {
			if !flags[flag] || !strings.Contains(text, flag) {
				t.Errorf("%s.md does not explain %s", name, flag)
			}
		}
	}
}
