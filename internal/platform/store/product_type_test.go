package store_test

import (
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// BASE-PARTTYPE-01: what companies have typed as the product type of their part types stays, as rows of their lists of product types:
// one for all spellings in upper and lower case, and none where the list has it.
func TestProductTypesThatWereTextsAreCarriedOver(t *testing.T) {
	each := map[string]func(t *testing.T) string{ // databases without tables
		"sqlite":   func(t *testing.T) string { return t.TempDir() },
		"postgres": func(t *testing.T) string { return storetest.Bare(t) },
	}
	for engine, bare := range each {
		t.Run(engine, func(t *testing.T) { carryProductTypesOver(t, bare(t)) })
	}
}

func carryProductTypesOver(t *testing.T, url string) {
	db, err := store.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	ctx := t.Context()
	if err := db.MigrateTo(ctx, 400); err != nil {
		t.Fatal(err)
	}
	run := func(text string, args ...any) {
		t.Helper()
		for _, a := range args {
			text = strings.Replace(text, "?", "'"+fmt.Sprint(a)+"'", 1)
		}
		if _, err := db.Pool().ExecContext(ctx, text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	const moment = "'2026-01-02 03:04:05'"
	for _, tenant := range []string{"a", "b"} {
		run(`INSERT INTO tenant (id, code, name, tenant_type, max_overdue_days, login_delay_seconds, hasp_expire_switch, zone, modules, created_at)
				VALUES (?, ?, 'T', 1, 0, 0, 0, 'Asia/Shanghai', '[]', `+moment+`)`, tenant, tenant)
	}
	run(`INSERT INTO product_type (id, tenant_id, version, created_at, created_by, updated_at, updated_by, name, code, sort_order, remark, valid)
			VALUES ('known', 'a', 1, ` + moment + `, '', ` + moment + `, '', '车灯', 'LAMP', 0, '', TRUE)`)
	for _, x := range [][3]string{
		{"a1", "a", "Housing"}, {"a2", "a", " housing "}, {"a3", "a", "车灯"}, {"a4", "a", "lamp"}, {"a5", "a", ""}, {"b1", "b", "车灯"},
	} {
		run(`INSERT INTO part_type (id, tenant_id, version, created_at, created_by, updated_at, updated_by, name, code, prefix, manufacturing_mode, product_type, workpiece_type,
				priority, capp_minutes, image_url, language_key, parameters, sort_order, remark, valid)
				VALUES (?, ?, 1, `+moment+`, '', `+moment+`, '', ?, '', 'P', 2, ?, 0, 0, 0, '', '', '[]', 0, '', TRUE)`, x[0], x[1], x[0], x[2])
	}
	if err := db.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"a1": "a Housing", "a2": "a Housing", "a3": "a 车灯", "a4": "a 车灯", "a5": "", "b1": "b 车灯"} {
		var got string
		if err := db.Pool().QueryRowContext(ctx, `SELECT COALESCE((SELECT x.tenant_id || ' ' || TRIM(x.name) FROM product_type x WHERE x.id = p.product_type_id), '')
				FROM part_type p WHERE p.id = '`+id+`'`).Scan(&got); err != nil || got != want && !(id[0] == 'a' && strings.EqualFold(got, want)) {
			t.Errorf("%s belongs to %q, want %q (%v)", id, got, want, err)
		}
	}
	var n int
	if err := db.Pool().QueryRowContext(ctx, "SELECT COUNT(*) FROM product_type").Scan(&n); err != nil || n != 3 {
		t.Errorf("%d product types, %v", n, err)
	}
}
