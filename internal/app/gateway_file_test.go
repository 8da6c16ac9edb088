package app

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// noise is a picture that no encoder makes small.
func noise(t *testing.T, side int) []byte {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(side)))
	pixels := image.NewNRGBA(image.Rect(0, 0, side, side))
	for i := range side * side {
		pixels.Set(i%side, i/side, color.NRGBA{uint8(random.IntN(256)), uint8(random.IntN(256)), uint8(random.IntN(256)), 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, pixels); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// aMould is a mould of the factory.
func (p *plant) aMould(ctx context.Context, a *App, no string) string {
	p.Helper()
	a.importBook(ctx, p.T, book(p.T, map[string][]string{"moulds": {"mouldNo|delivery", no + "|2030-03-20"}}))
	var m production.Mould
	if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&m).Where("mould_no = ?", no).Scan(ctx) }); err != nil {
		p.Fatal(err)
	}
	return m.ID
}

// pictureForm is a picture that a page sends, with the picture that it has shown.
func pictureForm(t *testing.T, data []byte, basedOn string) (contentType string, body *bytes.Buffer) {
	t.Helper()
	kind, form := formBody(t, map[string][]byte{"picture.png": data}, map[string]string{"sessionId": "public", "basedOn": basedOn})
	return kind, bytes.NewBuffer(form)
}

// pictureOf is the picture that a page shows of a mould.
func (p *plant) pictureOf(mould string) string {
	p.Helper()
	_, r, _ := send(p.T, http.MethodGet, p.cloud.URL+api.Prefix+"pm/mould/"+mould+"/tree", p.admin, "", nil)
	var tree production.MouldTree
	_ = json.Unmarshal(r.Data, &tree) // of another tenant's mould there is none
	return cmp.Or(tree.Picture, resource.None)
}

// give brings a picture of a mould to the gateway.
func (p *plant) give(mould string, data []byte, header map[string]string) (int, reply, file.Given) {
	p.Helper()
	kind, body := pictureForm(p.T, data, p.pictureOf(mould))
	header = maps.Clone(header)
	header["Content-Type"], header["Origin"] = kind, p.cloud.URL
	if header["Accept-Language"] == "" {
		header["Accept-Language"] = "en"
	}
	res, raw := p.bring(http.MethodPost, "/api/v1/bms/file/mould/"+mould, body, header)
	var r reply
	var given file.Given
	if err := json.Unmarshal([]byte(raw), &r); err != nil {
		p.Fatalf("%d %.300s", res.StatusCode, raw)
	}
	_ = json.Unmarshal(r.Data, &given) // null when it is refused
	return res.StatusCode, r, given
}

// lies lists what lies below a folder.
func lies(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, path)
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return names
}

// UPLOAD-04: who has not seen the picture that would be replaced learns it at a gateway, too, before any pixel is looked at.
func TestAGatewayLooksAtPixelsLast(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		mould, picture := p.aMould(p.ctx, a, "M1"), noise(t, 30)
		if status, r, _ := p.give(mould, picture, p.browser()); status != http.StatusOK {
			t.Fatalf("brought: %d %+v", status, r)
		}
		for basedOn, want := range map[string]int{resource.None: http.StatusConflict, "": http.StatusUnprocessableEntity, p.pictureOf(mould): http.StatusUnprocessableEntity} {
			kind, body := pictureForm(t, picture[:len(picture)/2], basedOn) // which breaks off among its pixels
			header := maps.Clone(p.browser())
			header["Content-Type"], header["Origin"], header["Accept-Language"] = kind, p.cloud.URL, "en"
			res, raw := p.bring(http.MethodPost, "/api/v1/bms/file/mould/"+mould, body, header)
			field := map[string]string{resource.None: `"name":"M1"`, "": `"field":"basedOn"`}[basedOn]
			if res.StatusCode != want || !strings.Contains(raw, cmp.Or(field, `"field":"file"`)) {
				t.Errorf("based on %q: %d %.300s", basedOn, res.StatusCode, raw)
			}
		}
	})
}

// GATEWAY-11: a file that is brought to a gateway stays on its disk, in full and under its hash; the cloud knows where it is
// and decides who may have it. No byte of it goes through the cloud, unless somebody asks there.
func TestFilesStayAtTheGateway(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		ctx := p.ctx
		mould, picture := p.aMould(ctx, a, "M1"), noise(t, 300)
		before := p.bytes.Load()
		status, r, given := p.give(mould, picture, p.browser())
		if status != http.StatusOK || given.Kind != "image/png" {
			t.Fatalf("brought: %d %+v", status, r)
		}
		var row file.File
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&row).Where("id = ?", given.ID).Scan(ctx) }); err != nil || row.Gateway != p.id || row.Size != given.Size {
			t.Fatalf("the row is %+v, %v", row, err)
		}
		cloudFolder, own := filepath.Join(a.options.Data, "files"), filepath.Join(p.data, "files", p.id, given.ID)
		kept, err := os.ReadFile(own)
		if err != nil || len(lies(t, cloudFolder)) != 0 {
			t.Fatalf("at the gateway: %v, in the cloud: %v", err, lies(t, cloudFolder))
		}
		browser := p.browser()
		address := "/api/v1/bms/file/" + given.ID
		res, served := p.at(http.MethodGet, address, browser)
		if res.StatusCode != http.StatusOK || served != string(kept) || res.Header.Get("Content-Type") != "image/png" || res.Header.Get("Access-Control-Allow-Origin") != p.cloud.URL {
			t.Errorf("through the gateway: %d, %d bytes, %v", res.StatusCode, len(served), res.Header)
		}
		if through := p.bytes.Load() - before; through > int64(len(kept))/10 {
			t.Errorf("%d bytes of a file of %d went through the cloud", through, len(kept))
		}
		known := maps.Clone(browser)
		known["If-None-Match"] = res.Header.Get("ETag")
		if res, served := p.at(http.MethodGet, address, known); res.StatusCode != http.StatusNotModified || served != "" {
			t.Errorf("a known file: %d, %d bytes", res.StatusCode, len(served))
		}
		// The front server fetches it over the line, and keeps nothing of it.
		if status, _, raw := send(t, http.MethodGet, p.cloud.URL+api.Prefix+"bms/file/"+given.ID, p.admin, "", nil); status != http.StatusOK || !bytes.Equal(raw, kept) {
			t.Errorf("through the cloud: %d, %d bytes", status, len(raw))
		}
		p.eventually("nothing stays in the cloud", func() bool { return len(lies(t, cloudFolder)) == 0 })
		// One that the cloud has taken is read through the gateway all the same.
		kind, body := pictureForm(t, picture, resource.None)
		other := p.aMould(ctx, a, "M2")
		status, r, _ = send(t, http.MethodPost, p.cloud.URL+api.Prefix+"bms/file/mould/"+other, p.admin, kind, body)
		var elsewhere file.Given
		if err := json.Unmarshal(r.Data, &elsewhere); err != nil || status != http.StatusOK {
			t.Fatalf("at the cloud: %d %+v", status, r)
		}
		if res, served := p.at(http.MethodGet, "/api/v1/bms/file/"+elsewhere.ID, browser); res.StatusCode != http.StatusOK || served != string(kept) {
			t.Errorf("the cloud's own file through the gateway: %d, %d bytes", res.StatusCode, len(served))
		}
		// Bytes that are not what they were go nowhere.
		if err := os.WriteFile(own, append([]byte{kept[0] ^ 1}, kept[1:]...), 0o600); err != nil {
			t.Fatal(err)
		}
		unserved := func(what string) {
			t.Helper()
			if res, raw := p.at(http.MethodGet, address, browser); res.StatusCode != http.StatusNotFound || !strings.Contains(raw, "missing or damaged at gateway Hall 1") {
				t.Errorf("%s, through the gateway: %d %.200s", what, res.StatusCode, raw)
			}
			if status, r, _ := send(t, http.MethodGet, p.cloud.URL+api.Prefix+"bms/file/"+given.ID, p.admin, "", nil); status != http.StatusNotFound || r.Code != 404 || !strings.Contains(r.Message, "missing or damaged at gateway Hall 1") {
				t.Errorf("%s, through the cloud: %d %+v", what, status, r)
			}
		}
		unserved("damaged")
		if err := os.Remove(own); err != nil {
			t.Fatal(err)
		}
		unserved("missing")
	})
}

// A gateway that is away is named, in the reader's language; one that is deleted is asked about before.
func TestAnAbsentGatewayIsNamed(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		_, _, given := p.give(p.aMould(p.ctx, a, "M1"), noise(t, 40), p.browser())
		p.stop()
		p.stop = func() {}
		p.eventually("the gateway is gone", func() bool { return p.listed() == 0 })
		for language, want := range map[string]string{"en": "The file is kept at gateway Hall 1, which is not connected", "zh": "文件保存在网关“Hall 1”上，该网关当前未连接"} {
			header := maps.Clone(p.admin)
			header["Accept-Language"] = language
			if status, r, _ := send(t, http.MethodGet, p.cloud.URL+api.Prefix+"bms/file/"+given.ID, header, "", nil); status != http.StatusConflict || !strings.HasPrefix(r.Message, want) {
				t.Errorf("%s: %d %+v", language, status, r)
			}
		}
		status, r := p.call(http.MethodDelete, "sys/gatewayServer/"+p.id, nil, nil)
		if status != http.StatusConflict || r.Code != 20010 || !strings.Contains(string(r.Data), "Hall 1 keeps 1 file,") {
			t.Errorf("a gateway with files is deleted: %d %+v", status, r)
		}
		if status, r := p.call(http.MethodDelete, "sys/gatewayServer/"+p.id+"?confirm=loseFiles", nil, nil); status != http.StatusOK {
			t.Errorf("after the question: %d %+v", status, r)
		}
		if status, r := p.call(http.MethodGet, "bms/file/"+given.ID, nil, nil); status != http.StatusNotFound || !strings.Contains(r.Message, "has been deleted") {
			t.Errorf("a file of a deleted gateway: %d %+v", status, r)
		}
	})
}

// Whoever may not do it in the cloud may not do it at the gateway, and a gateway may do nothing by itself.
func TestTheCloudDecidesAboutFilesAtTheGateway(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		ctx := p.ctx
		mould := p.aMould(ctx, a, "M1")
		_, _, given := p.give(mould, noise(t, 40), p.browser())
		count := func() int { return len(lies(t, filepath.Join(p.data, "files"))) }
		before := count()
		for who, header := range a.strangers(ctx, t) {
			read, write := http.StatusUnauthorized, http.StatusUnauthorized // also of programs: a gateway takes its own tokens alone
			if who == "no role" {
				header = map[string]string{"mdbtk": p.token(signedIn(t, p.cloud, "13933333333"))}
				read, write = http.StatusNotFound, http.StatusForbidden
			}
			if res, raw := p.at(http.MethodGet, "/api/v1/bms/file/"+given.ID, header); res.StatusCode != read {
				t.Errorf("%s reads: %d %.200s", who, res.StatusCode, raw)
			}
			if status, r, _ := p.give(mould, noise(t, 40), header); status != write {
				t.Errorf("%s writes: %d %+v", who, status, r)
			}
		}
		for name, path := range map[string]string{"no record": "mould/" + store.NewID(), "no such entity": "session/" + mould} {
			kind, body := pictureForm(t, noise(t, 40), resource.None)
			res, raw := p.bring(http.MethodPost, "/api/v1/bms/file/"+path, body, map[string]string{"Content-Type": kind, "mdbtk": p.token(p.admin)})
			if res.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %d %.200s", name, res.StatusCode, raw)
			}
		}
		if after := count(); after != before {
			t.Errorf("%d files lie at the gateway, not %d", after, before)
		}
		session := p.token(p.admin) // as long as the line is up
		key, other := p.key(), p.aMould(ctx, a, "M2")
		keep := func(change func(m map[string]any)) string {
			m := map[string]any{"entity": "mould", "owner": mould, "id": store.NewID(), "kind": "image/png", "size": 5, "sum": strings.Repeat("a", 64)}
			change(m)
			b, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		for name, c := range map[string]struct {
			path, body string
			header     map[string]string
			status     int
		}{
			"without a key":      {"take", keep(func(map[string]any) {}), map[string]string{"mdbtk": session}, 401},
			"by the session":     {"take", keep(func(map[string]any) {}), map[string]string{"mdbtk": p.admin["mdbtk"], "Gateway-Key": key}, 401},
			"without a session":  {"take", keep(func(map[string]any) {}), map[string]string{"Gateway-Key": key}, 401},
			"with a wrong key":   {"find", `{"id":"` + given.ID + `"}`, map[string]string{"mdbtk": session, "Gateway-Key": "mwg_x"}, 401},
			"another's id":       {"keep", keep(func(m map[string]any) { m["id"], m["owner"] = given.ID, other }), map[string]string{"mdbtk": session, "Gateway-Key": key}, 422},
			"a script":           {"keep", keep(func(m map[string]any) { m["kind"] = "text/html" }), map[string]string{"mdbtk": session, "Gateway-Key": key}, 422},
			"no id":              {"keep", keep(func(m map[string]any) { m["id"] = "../x" }), map[string]string{"mdbtk": session, "Gateway-Key": key}, 422},
			"no hash":            {"keep", keep(func(m map[string]any) { m["sum"] = "../x" }), map[string]string{"mdbtk": session, "Gateway-Key": key}, 422},
			"too large":          {"keep", keep(func(m map[string]any) { m["size"] = api.MaxUpload + 1 }), map[string]string{"mdbtk": session, "Gateway-Key": key}, 422},
			"a NUL":              {"find", `{"id":"a\u0000b"}`, map[string]string{"mdbtk": session, "Gateway-Key": key}, 422},
			"half a pair":        {"take", `{"entity":"mould","owner":"\ud83d"}`, map[string]string{"mdbtk": session, "Gateway-Key": key}, 422},
			"an unknown field":   {"named", `{"ids":[],"all":true}`, map[string]string{"Gateway-Key": key}, 422},
			"null":               {"named", `null`, map[string]string{"Gateway-Key": key}, 422},
			"no JSON":            {"named", `{"ids":`, map[string]string{"Gateway-Key": key}, 422},
			"what nobody asked":  {"sent/" + store.NewID(), "x", map[string]string{"Gateway-Key": key}, 404},
			"a list without key": {"named", `{"ids":["` + given.ID + `"]}`, map[string]string{"mdbtk": session}, 401},
		} {
			if status, r, _ := send(t, http.MethodPost, p.cloud.URL+api.Prefix+"gateway/file/"+c.path, c.header, "application/json", strings.NewReader(c.body)); status != c.status {
				t.Errorf("%s: %d %+v", name, status, r)
			}
		}
	})
}

// full is a disk without room.
type full struct{ blob.Store }

func (full) Put(context.Context, string, []byte) error {
	return fmt.Errorf("write: %w", syscall.ENOSPC)
}

// An upload that is too large, no picture, torn, or meets a full disk leaves neither row nor bytes, and says why.
func TestAnUploadThatFailsLeavesNothing(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		ctx := p.ctx
		mould := p.aMould(ctx, a, "M1")
		for name, c := range map[string]struct {
			data []byte
			want string
		}{"too large for a picture": {make([]byte, 2<<20+1), "at most 2 MB"}, "too large": {make([]byte, 23<<20), "20 MB"}, "no picture": {[]byte("<svg/>"), "Picture format not supported"}} {
			if status, r, _ := p.give(mould, c.data, p.browser()); status != http.StatusUnprocessableEntity || !strings.Contains(r.Message+string(r.Data), c.want) {
				t.Errorf("%s: %d %+v", name, status, r)
			}
		}
		kind, body := pictureForm(t, noise(t, 300), resource.None)
		half := body.Bytes()[:body.Len()/2]
		conn, err := tls.Dial("tcp", p.gateway.Listener.Addr().String(), &tls.Config{RootCAs: p.gateway.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs, ServerName: "example.com", MinVersion: tls.VersionTLS12})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(conn, "POST /api/v1/bms/file/mould/%s HTTP/1.1\r\nHost: x\r\nmdbtk: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", mould, p.token(p.admin), kind, body.Len(), half); err != nil {
			t.Fatal(err)
		}
		if err := conn.CloseWrite(); err != nil {
			t.Fatal(err)
		}
		if said, err := io.ReadAll(conn); err == nil && strings.Contains(string(said), "200 OK") {
			t.Errorf("half an upload: %.200s", said)
		}
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
		p.stop()
		p.eventually("the gateway is gone", func() bool { return p.listed() == 0 })
		p.files = full{}
		p.run(p.key())
		p.eventually("the gateway is back", func() bool { return p.listed() == 1 })
		if status, r, _ := p.give(mould, noise(t, 40), p.browser()); status != http.StatusConflict || r.Message != "The disk of gateway Hall 1 is full and the file was not saved; please make room and try again" {
			t.Errorf("a full disk: %d %+v", status, r)
		}
		p.stop()
		p.files = nil
		p.run(p.key())
		if left := lies(t, filepath.Join(p.data, "files")); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
		var rows []file.File
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&rows).Scan(ctx) }); err != nil || len(rows) != 0 {
			t.Errorf("%d rows, %v", len(rows), err)
		}
	})
}

// Bytes that no row names go after a day; those of other gateways and younger ones stay.
func TestAGatewaySweepsItsFiles(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		mould := p.aMould(p.ctx, a, "M1")
		_, _, first := p.give(mould, noise(t, 40), p.browser())
		_, _, second := p.give(mould, noise(t, 41), p.browser()) // takes its place
		folder := filepath.Join(p.data, "files")
		foreign := filepath.Join(folder, store.NewID(), "x")
		if err := os.MkdirAll(filepath.Dir(foreign), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(foreign, []byte("theirs"), 0o600); err != nil {
			t.Fatal(err)
		}
		at := func(id string) string { return filepath.Join(folder, p.id, id) }
		sweep := func(age time.Duration) {
			for _, path := range lies(t, folder) {
				if err := os.Chtimes(path, time.Time{}, time.Now().Add(-age)); err != nil {
					t.Fatal(err)
				}
			}
			if err := p.process.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		sweep(time.Hour)
		if left := lies(t, folder); len(left) != 3 {
			t.Errorf("after an hour: %v", left)
		}
		sweep(25 * time.Hour)
		if left := strings.Join(lies(t, folder), " "); strings.Contains(left, at(first.ID)) || !strings.Contains(left, at(second.ID)) || !strings.Contains(left, foreign) {
			t.Errorf("after a day: %s", left)
		}
	})
}

// What a gateway says of a kept file is held against what can be, by field: it is no fault of the server.
func TestAMisdescribedFileIsRefusedByField(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}}))
		var mould production.Mould
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&mould).Where("mould_no = 'M1'").Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		good := file.File{Kind: "image/png", Size: 10, Sum: strings.Repeat("ab", 32), Gateway: store.NewID()}
		good.ID = store.NewID()
		for field, spoil := range map[string]func(f *file.File){
			"id":   func(f *file.File) { f.ID = "../../etc" },
			"kind": func(f *file.File) { f.Kind = "text/html" },
			"size": func(f *file.File) { f.Size = 0 },
			"sum":  func(f *file.File) { f.Sum = "abc" },
		} {
			bad := good
			spoil(&bad)
			_, err := a.Files.Give(ctx, &bad, "mould", mould.ID, nil)
			if p := problem.Of(err); p.Code != problem.InvalidInput || len(p.Fields) != 1 || p.Fields[0].Field != field {
				t.Errorf("%s: %v", field, err)
			}
		}
		if _, err := a.Files.Give(ctx, &good, "mould", mould.ID, nil); err != nil {
			t.Errorf("a file as it is: %v", err)
		}
	})
}
