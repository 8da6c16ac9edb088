package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/identity"
	"mouldworks/internal/message"
	"mouldworks/internal/partner"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/tenancy"
)

// partners are a company with two suppliers, their people, and orders of every kind.
type partners struct {
	*testing.T
	a         *App
	ctx       context.Context // of the company's planner
	owner     store.Actor
	server    *httptest.Server
	suppliers map[string]string // id by code
	customers map[string]string
	second    tenancy.Factory
	orders    map[string]string // id by number
	s1, s2    map[string]string // headers of their people
	customer  map[string]string
}

// promised is the day that the orders of the rig promise.
const promised = "2030-01-09"

func eachPartners(t *testing.T, fn func(p *partners)) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		owner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		p := &partners{T: t, a: a, ctx: ctx, owner: owner, suppliers: map[string]string{}, customers: map[string]string{}, orders: map[string]string{}, server: httptest.NewServer(a.Handler())}
		defer p.server.Close()
		read(ctx, t, a, func(tx store.Tx) error {
			var suppliers []basedata.Supplier
			var customers []basedata.Customer
			if err := tx.Select(&suppliers).Scan(ctx); err != nil {
				return err
			}
			for _, s := range suppliers {
				p.suppliers[s.Code] = s.ID
			}
			err := tx.Select(&customers).Scan(ctx)
			for _, c := range customers {
				p.customers[c.Number] = c.ID
			}
			return err
		})
		p.makeOrders()
		p.makeSecondFactory()
		p.s1 = p.guest("13844440001", identity.NewMember{SupplierID: p.suppliers["S01"], RealName: "周强"}, owner.FactoryID)
		p.s2 = p.guest("13844440002", identity.NewMember{SupplierID: p.suppliers["S02"], RealName: "吴兰"}, owner.FactoryID)
		p.customer = p.guest("13844440003", identity.NewMember{CustomerID: p.customers["C01"], RealName: "郑华"}, owner.FactoryID)
		fn(p)
	})
}

// makeOrders brings one mould whose orders differ in who has them and how far they are.
func (p *partners) makeOrders() {
	p.Helper()
	mill, _ := codes(p.T)
	result := p.a.importBook(p.ctx, p.T, book(p.T, map[string][]string{
		"moulds":     {"mouldNo|name|customer|delivery", "M1|Lamp|C01|2030-03-20", "M2|Box|C02|2030-03-20"},
		"parts":      {"mouldNo|partNo|name|qty", "M1|P1|Core|6", "M1|P2|Plate|2", "M2|P1|Core|1"},
		"operations": {"mouldNo|partNo|opNo|process|hours|outsource|supplier|leadDays", "M1|P1|10|" + mill + "|4|||", "M1|P1|20|HT|8|2|S01|3", "M1|P1|30|TEX|8|2|S02|3", "M1|P2|10|COAT|8|2|S01|3"},
		"batches":    {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|4"},
	}))
	if result.FaultCount != 0 {
		p.Fatalf("%+v", result.Faults)
	}
	at := func(day int) *time.Time {
		t := time.Date(2026, 1, day, 0, 0, 0, 0, demo.Shanghai()).UTC()
		return &t
	}
	end := time.Date(2030, 1, 10, 0, 0, 0, 0, demo.Shanghai()).UTC()
	over, lately := at(20), store.Now().Add(-48*time.Hour)
	write(p.ctx, p.T, p.a, func(tx store.Tx) error {
		operation := func(part string, no int) (o production.Operation) {
			if err := tx.Query(p.ctx, &o, "SELECT o.id, o.mould_id, o.part_id FROM operation AS o JOIN part AS p ON p.id = o.part_id JOIN mould_order AS m ON m.id = o.mould_id WHERE {o} AND {p} AND {m} AND m.mould_no = 'M1' AND p.part_no = ? AND o.op_no = ?", part, no); err != nil {
				p.Fatal(err)
			}
			return o
		}
		var batch production.Batch
		if err := tx.Select(&batch).Scan(p.ctx); err != nil {
			return err
		}
		for _, o := range []production.OutsourceOrder{
			{OrderNo: "BY-OPERATION", OperationID: operation("P1", 20).ID, OrderedAt: at(5), Promised: &end},
			{OrderNo: "BY-ORDER", OperationID: operation("P1", 30).ID, SupplierID: p.suppliers["S01"], BatchID: batch.ID, OrderedAt: at(5)},
			{OrderNo: "OTHERS", OperationID: operation("P2", 10).ID, SupplierID: p.suppliers["S02"], OrderedAt: at(5), Promised: &end},
			{OrderNo: "OTHERS-BY-OPERATION", OperationID: operation("P1", 30).ID, OrderedAt: at(5), Promised: &end},
			{OrderNo: "UNPLACED", OperationID: operation("P2", 10).ID, Promised: &end},
			{OrderNo: "OVERDUE", OperationID: operation("P2", 10).ID, OrderedAt: at(5), Promised: over},
			{OrderNo: "BACK", OperationID: operation("P1", 20).ID, OrderedAt: at(5), Received: &lately},
			{OrderNo: "LONG-BACK", OperationID: operation("P1", 20).ID, OrderedAt: at(5), Received: at(6)},
		} {
			op := operation("P1", 20)
			o.MouldID = op.MouldID
			if err := p.a.Production.Outsourced.Save(p.ctx, tx, &o); err != nil {
				return err
			}
			p.orders[o.OrderNo] = o.ID
		}
		return nil
	})
}

// makeSecondFactory gives the company another factory, with an order of the same supplier.
func (p *partners) makeSecondFactory() {
	p.Helper()
	p.second = tenancy.Factory{Code: "F2", Name: "Second", Zone: "Europe/Berlin"}
	p.second.TenantID = p.owner.TenantID
	p.system(func(tx store.Tx) error { return tx.Insert(p.Context(), &p.second) })
	there := p.owner
	there.FactoryID, there.Zone = p.second.ID, p.second.Zone
	ordered := store.Now().Add(-24 * time.Hour)
	write(store.WithActor(p.ctx, there), p.T, p.a, func(tx store.Tx) error {
		m := &production.Mould{MouldNo: "M9", Delivery: &ordered, CustomerID: p.customers["C01"]}
		if err := tx.Insert(p.ctx, m); err != nil {
			return err
		}
		part := &production.Part{MouldID: m.ID, PartNo: "P9", Name: "Base", Qty: 1}
		if err := tx.Insert(p.ctx, part); err != nil {
			return err
		}
		op := &production.Operation{MouldID: m.ID, PartID: part.ID, OpNo: 10, Outsource: 2, SupplierID: p.suppliers["S01"]}
		if err := tx.Insert(p.ctx, op); err != nil {
			return err
		}
		o := &production.OutsourceOrder{OrderNo: "ELSEWHERE", MouldID: m.ID, OperationID: op.ID, OrderedAt: &ordered}
		err := tx.Insert(p.ctx, o)
		p.orders[o.OrderNo] = o.ID
		return err
	})
}

func (p *partners) system(do func(tx store.Tx) error) {
	p.Helper()
	if err := p.a.DB.System(p.Context(), "the test makes what stands above tenants", do); err != nil {
		p.Fatal(err)
	}
}

// guest adds somebody of a supplier or a customer, whose role would open everything to an employee, and signs them in.
func (p *partners) guest(phone string, n identity.NewMember, factories ...string) map[string]string {
	p.Helper()
	if n.TenantID == "" {
		n.TenantID = p.owner.TenantID
	}
	n.Phone, n.Password, n.UserName, n.Roles, n.Factories = phone, "Passw0rd1", "u"+phone, []string{access.Administrator}, factories
	p.system(func(tx store.Tx) error {
		_, err := p.a.Identity.Add(p.Context(), tx, n)
		return err
	})
	return signedIn(p.T, p.server, phone)
}

// list are the orders that somebody is shown, as number, state and promised day.
func (p *partners) list(who map[string]string, query string) (rows []partner.Order, told string) {
	p.Helper()
	status, r, raw := send(p.T, http.MethodGet, p.server.URL+api.Prefix+"upms/partner-order"+query, who, "", nil)
	var out partner.Orders
	if err := json.Unmarshal(r.Data, &out); err != nil || status != http.StatusOK {
		p.Fatalf("%d %.300s", status, raw)
	}
	var all []string
	for _, o := range out.Rows {
		all = append(all, o.OrderNo+" "+o.State)
	}
	return out.Rows, strings.Join(all, ", ")
}

func (p *partners) order(who map[string]string, number string) partner.Order {
	p.Helper()
	rows, told := p.list(who, "")
	at := slices.IndexFunc(rows, func(o partner.Order) bool { return o.OrderNo == number })
	if at < 0 {
		p.Fatalf("%s is not among %s", number, told)
	}
	return rows[at]
}

// promise confirms a date, in a language.
func (p *partners) promise(who map[string]string, id string, version int64, day, remark string) (int, reply) {
	p.Helper()
	return ask(p.T, p.server, who, http.MethodPost, "upms/partner-order/"+id+"/promise", map[string]any{"version": version, "promised": day, "remark": remark})
}

func (p *partners) stored(number string) *production.OutsourceOrder {
	p.Helper()
	var o production.OutsourceOrder
	read(p.ctx, p.T, p.a, func(tx store.Tx) error { return tx.Select(&o).Where("id = ?", p.orders[number]).Scan(p.ctx) })
	return &o
}

// SCOPE-04: somebody of a supplier sees the placed orders of their supplier in the factories that they may enter, and nothing else:
// those that name it, and those that name nobody of operations that do.
func TestASupplierSeesItsOwnOrders(t *testing.T) {
	eachPartners(t, func(p *partners) {
		rows, told := p.list(p.s1, "")
		if want := "BY-ORDER toConfirm, OVERDUE overdue, BY-OPERATION toConfirm"; told != want {
			p.Errorf("the first supplier sees %q, want %q", told, want)
		}
		if o := rows[2]; o.MouldNo != "M1" || o.PartNo != "P1" || o.PartName != "Core" || o.Operation != "Heat treatment" || o.Batch != "" || o.Quantity != 2 || string(o.PromisedDay) != promised || o.Factory != "Demo Mould Shop" || o.Zone != "Asia/Shanghai" {
			p.Errorf("an order reads %+v", o)
		}
		if o := rows[0]; o.Batch != "B1" || o.Quantity != 4 || o.PromisedDay != "" {
			p.Errorf("the order of a batch reads %+v", o)
		}
		if _, told := p.list(p.s1, "?delivered=true"); told != "BACK delivered" {
			p.Errorf("delivered lately: %q", told)
		}
		if _, told := p.list(p.s2, ""); told != "OTHERS toConfirm, OTHERS-BY-OPERATION toConfirm" {
			p.Errorf("the second supplier sees %q", told)
		}
		both := p.guest("13844440004", identity.NewMember{SupplierID: p.suppliers["S01"], RealName: "Both"}, p.owner.FactoryID, p.second.ID)
		if _, told := p.list(both, ""); told != "BY-ORDER toConfirm, ELSEWHERE toConfirm, OVERDUE overdue, BY-OPERATION toConfirm" {
			p.Errorf("in both factories: %q", told)
		}
		alone := p.guest("13844440005", identity.NewMember{SupplierID: p.suppliers["S01"], RealName: "Second"}, p.second.ID)
		if _, told := p.list(alone, ""); told != "ELSEWHERE toConfirm" {
			p.Errorf("in the second factory: %q", told)
		}
		var far *tenancy.Tenant
		var plant *tenancy.Factory
		p.system(func(tx store.Tx) (err error) {
			far, plant, err = tenancy.Create(p.Context(), tx, tenancy.New{Code: "far", Name: "Far", FactoryCode: "F1", FactoryName: "Far 1", Zone: "Europe/Berlin"})
			return err
		})
		stranger := p.guest("13844440006", identity.NewMember{TenantID: far.ID, SupplierID: p.suppliers["S01"], RealName: "Far"}, plant.ID, p.owner.FactoryID)
		if _, told := p.list(stranger, ""); told != "" {
			p.Errorf("of another company: %q", told)
		}
		for _, number := range []string{"OTHERS", "OTHERS-BY-OPERATION", "UNPLACED", "ELSEWHERE"} {
			if status, r := p.promise(p.s1, p.orders[number], 1, "2030-02-01", ""); status != http.StatusNotFound {
				p.Errorf("%s: %d %+v", number, status, r)
			}
		}
		if status, r := p.promise(stranger, p.orders["BY-OPERATION"], 1, "2030-02-01", ""); status != http.StatusNotFound {
			p.Errorf("another company's person: %d %+v", status, r)
		}
	})
}

// What a supplier promises is written, stands in the record's history with the person's name, and is told to the people of the
// company who look after orders, on their pages and by a message.
func TestASupplierPromisesADate(t *testing.T) {
	eachPartners(t, func(p *partners) {
		p.a.Hub.Start(p.Context())
		defer p.a.Hub.Stop()
		planner, supplier := listening(p.T, p.server, "13800000002"), listening(p.T, p.server, "13844440001")
		o := p.order(p.s1, "BY-OPERATION")
		status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", " 分两批送 ")
		var told partner.Order
		if err := json.Unmarshal(r.Data, &told); err != nil || status != http.StatusOK || told.State != "confirmed" || told.PromisedDay != "2030-01-15" || told.Version != o.Version+1 || told.Remark != "分两批送" {
			p.Fatalf("%d %+v %+v", status, r, told)
		}
		now := p.stored("BY-OPERATION")
		end := time.Date(2030, 1, 16, 0, 0, 0, 0, demo.Shanghai())
		if !now.Promised.Equal(end) || now.ConfirmedAt == nil || now.ConfirmedBy != "周强" || now.SupplierRemark != "分两批送" {
			p.Errorf("stored: %+v", now)
		}
		p.a.changed(p.Context(), p.owner, "role", "end")
		if got, want := heardUntil(p.T, planner, "role"), "outsource-order , role "; got != want {
			p.Errorf("the planner's page heard %q, want %q", got, want)
		}
		p.a.changed(p.Context(), p.owner, "customer", "c1") // none of theirs
		p.a.changed(p.Context(), p.owner, "mould", "m1")
		if got, want := heardUntil(p.T, supplier, "mould"), "outsource-order , role , mould "; got != want {
			p.Errorf("the supplier's page heard %q, want %q", got, want)
		}
		p.letters(o.ID, map[string]int{"13800000001": 1, "13800000002": 1, "13800000003": 1, "13800000004": 0, "13844440001": 0, "13844440002": 0})
		read(p.ctx, p.T, p.a, func(tx store.Tx) error {
			log, err := p.a.Production.Outsourced.History(p.ctx, tx, now)
			if err != nil {
				return err
			}
			line := log.Rows[0]
			var fields []string
			for _, c := range line.Changes {
				fields = append(fields, c.Field)
			}
			if line.By != "周强" || strings.Join(fields, " ") != "promised confirmedAt confirmedBy supplierRemark" {
				p.Errorf("the history says %+v", line)
			}
			return nil
		})
		// The same day once more keeps the hour that the company gave it.
		noon := time.Date(2030, 1, 15, 12, 0, 0, 0, demo.Shanghai())
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			now.Promised = &noon
			return p.a.Production.Outsourced.Save(p.ctx, tx, now)
		})
		o = p.order(p.s1, "BY-OPERATION")
		if status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", ""); status != http.StatusOK {
			p.Errorf("%d %+v", status, r)
		}
		if now := p.stored("BY-OPERATION"); !now.Promised.Equal(noon) || !now.Confirmed() || now.SupplierRemark != "" {
			p.Errorf("the same day: %+v", now)
		}
	})
}

// letters holds the messages about a promise against who should have them.
func (p *partners) letters(id string, counts map[string]int) {
	p.Helper()
	for phone, want := range counts {
		var m identity.Member
		p.system(func(tx store.Tx) error {
			return tx.Select(&m).Where("phone = ? AND tenant_id = ?", phone, p.owner.TenantID).Scan(p.Context())
		})
		reader := p.owner
		reader.AccountID, reader.MemberID = m.AccountID, m.ID
		ctx := store.WithActor(problem.WithLanguage(p.Context(), problem.English), reader)
		read(ctx, p.T, p.a, func(tx store.Tx) error {
			page, err := message.List(ctx, tx, message.Choice{})
			if err != nil || page.Total != want {
				p.Errorf("%s has %d messages, want %d", phone, page.Total, want)
				return err
			}
			if want == 1 {
				r := page.Rows[0]
				if r.Title != "恒泰热处理厂 (周强) confirmed the date of outsourcing order “BY-OPERATION”" || r.Content != "Delivery on 2030-01-15 instead of 2030-01-09. Remark: 分两批送" || r.Path != "/capp/outsource-order/"+id {
					p.Errorf("the message reads %+v", r)
				}
			}
			return nil
		})
	}
}

// Whoever does not see an order, because its operation is in a hidden section, hears nothing of what is promised for it.
func TestAPromiseInAHiddenSectionIsNotTold(t *testing.T) {
	eachPartners(t, func(p *partners) {
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			section := &basedata.Section{Name: "SECRET", ChineseName: "保密", Permission: true}
			if err := tx.Insert(p.ctx, section); err != nil {
				return err
			}
			var op production.Operation
			if err := tx.Select(&op).Where("id = ?", p.stored("BY-OPERATION").OperationID).Scan(p.ctx); err != nil {
				return err
			}
			_, err := tx.Change((*basedata.Group)(nil)).Set("section_id = ?", section.ID).Where("id = ?", op.GroupID).Exec(p.ctx)
			return err
		})
		o := p.order(p.s1, "BY-OPERATION")
		if status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", "分两批送"); status != http.StatusOK {
			p.Fatalf("%d %+v", status, r)
		}
		p.letters(o.ID, map[string]int{"13800000001": 1, "13800000002": 0, "13800000003": 0})
	})
}

// A date that has passed or lies before the order, a remark that is too long and an order that is back are refused, in the words of
// either language.
func TestARefusedPromise(t *testing.T) {
	eachPartners(t, func(p *partners) {
		o := p.order(p.s1, "BY-OPERATION")
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			late := time.Date(2029, 6, 1, 0, 0, 0, 0, demo.Shanghai())
			_, err := tx.Change((*production.OutsourceOrder)(nil)).Set("ordered_at = ?", late).Set("promised = NULL").Where("id = ?", p.orders["BY-ORDER"]).Exec(p.ctx)
			return err
		})
		future := p.order(p.s1, "BY-ORDER")
		if future.EarliestDay != "2029-06-01" {
			p.Errorf("the first day that may be promised is %s", future.EarliestDay)
		}
		yesterday := store.Now().In(demo.Shanghai()).AddDate(0, 0, -1).Format(time.DateOnly)
		today := store.Now().In(demo.Shanghai()).Format(time.DateOnly)
		for _, c := range []struct {
			order       partner.Order
			day, remark string
			want        []string // field, rule, words
		}{
			{o, yesterday, "", []string{"promised", "past", "不能早于今天", "It must not lie before today"}},
			{future, "2029-05-31", "", []string{"promised", "dateOrder", "不能早于下单日期", "It must not lie before the day of the order"}},
			{o, "2030-01-15", strings.Repeat("长", 101), []string{"remark", "maxLength", "最多 100 个字", "At most 100 characters"}},
		} {
			for lang, words := range map[string]string{"zh": c.want[2], "en": c.want[3]} {
				header := map[string]string{"mdbtk": p.s1["mdbtk"], "Accept-Language": lang}
				status, r := p.promise(header, c.order.ID, c.order.Version, c.day, c.remark)
				var bad []problem.FieldError
				if err := json.Unmarshal(r.Data, &bad); err != nil || status != http.StatusUnprocessableEntity || len(bad) != 1 || bad[0].Field != c.want[0] || bad[0].Rule != c.want[1] || bad[0].Message != words {
					p.Errorf("%s %s: %d %+v", c.day, lang, status, r)
				}
			}
		}
		if status, r := ask(p.T, p.server, p.s1, http.MethodPost, "upms/partner-order/"+o.ID+"/promise", map[string]any{"version": o.Version}); status != http.StatusUnprocessableEntity || !bytes.Contains(r.Data, []byte(`"promised"`)) {
			p.Errorf("without a date: %d %+v", status, r)
		}
		if status, r := p.promise(p.s1, p.orders["BACK"], 1, "2030-01-15", ""); status != http.StatusConflict || r.Code != problem.Refused {
			p.Errorf("an order that is back: %d %+v", status, r)
		}
		for day, order := range map[string]partner.Order{today: o, "2029-06-01": future} { // the first days that may be promised
			if status, r := p.promise(p.s1, order.ID, order.Version, day, strings.Repeat("长", 100)); status != http.StatusOK {
				p.Errorf("%s: %d %+v", day, status, r)
			}
		}
	})
}

// Of two who write at once the second is told, with how the order stands now and nothing that is not theirs to know.
func TestTwoPromisesAtOnce(t *testing.T) {
	eachPartners(t, func(p *partners) {
		o := p.order(p.s1, "BY-OPERATION")
		if status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", ""); status != http.StatusOK {
			p.Fatalf("%d %+v", status, r)
		}
		status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-20", "")
		var stale struct {
			Name, ChangedBy string
			Current         partner.Order
		}
		if err := json.Unmarshal(r.Data, &stale); err != nil || status != http.StatusConflict || r.Code != problem.StaleVersion || stale.Name != "BY-OPERATION" || stale.Current.PromisedDay != "2030-01-15" || stale.ChangedBy != "" {
			p.Errorf("%d %+v %+v", status, r, stale)
		}
		if bytes.Contains(r.Data, []byte(p.suppliers["S01"])) || bytes.Contains(r.Data, []byte("operationId")) {
			p.Errorf("the conflict tells more than is theirs: %s", r.Data)
		}
		if now := p.stored("BY-OPERATION"); now.Version != o.Version+1 {
			p.Errorf("the second has written: %+v", now)
		}
	})
}

// A promise that the company changes, by the form or by a workbook, is to be confirmed anew; another change leaves it.
func TestAConfirmationIsTakenBack(t *testing.T) {
	eachPartners(t, func(p *partners) {
		confirm := func() partner.Order {
			o := p.order(p.s1, "BY-OPERATION")
			if status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", "as agreed"); status != http.StatusOK {
				p.Fatalf("%d %+v", status, r)
			}
			return p.order(p.s1, "BY-OPERATION")
		}
		patch := func(change string) string {
			o := p.stored("BY-OPERATION")
			return patched(p.ctx, p.T, p.a, p.a.Production.Outsourced.Patch, o.ID, o.Version, change)
		}
		confirm()
		for _, c := range []struct {
			change string
			stands bool
		}{
			{`"orderedAt":"2026-01-06T00:00:00+08:00"`, true},
			{`"promised":"2030-01-16T00:00:00+08:00"`, false}, // the end of the 16th
			{`"promised":"2030-01-17T10:00:00Z"`, false},      // as a page writes it
			{`"supplierId":"` + p.suppliers["S01"] + `"`, false},
		} {
			confirm()
			if refused := patch(c.change); refused != "" {
				p.Fatalf("%s: %s", c.change, refused)
			}
			now := p.stored("BY-OPERATION")
			if now.Confirmed() != c.stands || !c.stands && (now.ConfirmedBy != "" || now.SupplierRemark != "") {
				p.Errorf("after %s: %+v", c.change, now)
			}
			if o := p.order(p.s1, "BY-OPERATION"); o.Confirmed != c.stands || !c.stands && o.State != "toConfirm" {
				p.Errorf("after %s the supplier sees %+v", c.change, o)
			}
		}
		if refused := patch(`"confirmedBy":"somebody"`); refused != "" || p.stored("BY-OPERATION").ConfirmedBy != "" {
			p.Errorf("a form can confirm: %s %+v", refused, p.stored("BY-OPERATION"))
		}
		// A workbook knows orders by their operation: its order bears the key of it.
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			_, err := tx.Remove((*production.OutsourceOrder)(nil)).Where("order_no <> ?", "BY-OPERATION").Exec(p.ctx)
			return err
		})
		confirm()
		sheet := func(promised string) *production.ImportResult {
			return p.a.importBook(p.ctx, p.T, book(p.T, map[string][]string{
				"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "outsourcing": {"mouldNo|partNo|opNo|promised", "M1|P1|20|" + promised},
			}))
		}
		if result := sheet("2030-01-15"); result.FaultCount != 0 || !p.stored("BY-OPERATION").Confirmed() {
			p.Errorf("the same date in a workbook: %+v %+v", result.Faults, p.stored("BY-OPERATION"))
		}
		if result := sheet("2030-01-22"); result.FaultCount != 0 || p.stored("BY-OPERATION").Confirmed() {
			p.Errorf("another date in a workbook: %+v %+v", result.Faults, p.stored("BY-OPERATION"))
		}
	})
}

// Who says the same again changes nothing, and nobody gets another message; nor is anything promised for a mould that is closed.
func TestAPromiseIsToldOnce(t *testing.T) {
	eachPartners(t, func(p *partners) {
		letters := func() (n int) {
			p.system(func(tx store.Tx) (err error) {
				n, err = tx.Select((*message.Message)(nil)).Count(p.ctx)
				return err
			})
			return n
		}
		o := p.order(p.s1, "BY-OPERATION")
		before := letters()
		if status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", "as agreed"); status != http.StatusOK || letters() == before {
			p.Fatalf("%d %+v, %d messages", status, r, letters())
		}
		told, o := letters(), p.order(p.s1, "BY-OPERATION")
		for range 3 {
			if status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", "as agreed"); status != http.StatusOK {
				p.Fatalf("%d %+v", status, r)
			}
		}
		if again := p.order(p.s1, "BY-OPERATION"); again.Version != o.Version || letters() != told {
			p.Errorf("said again: version %d of %d, %d messages of %d", again.Version, o.Version, letters(), told)
		}
		if status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", "in two lots"); status != http.StatusOK || letters() == told {
			p.Errorf("another remark: %d %+v, %d messages", status, r, letters())
		}
		for _, status := range []int{production.MouldFinished, production.MouldCancelled} {
			write(p.ctx, p.T, p.a, func(tx store.Tx) error {
				_, err := tx.Change((*production.Mould)(nil)).Set("status = ?", status).Where("mould_no = ?", "M1").Exec(p.ctx)
				return err
			})
			if _, told := p.list(p.s1, ""); strings.Contains(told, "BY-OPERATION") {
				p.Errorf("an order of a mould of status %d is open: %s", status, told)
			}
			if status, r := p.promise(p.s1, o.ID, o.Version+1, "2030-01-18", ""); status != http.StatusNotFound {
				p.Errorf("promised for a closed mould: %d %+v", status, r)
			}
			if _, told := p.list(p.s1, "?delivered=true"); !strings.Contains(told, "BACK") {
				p.Errorf("what was delivered is gone: %s", told)
			}
		}
	})
}

// What one supplier has said of an order is no longer shown when its operation goes to another one.
func TestAnotherSuppliersConfirmationIsNotShown(t *testing.T) {
	eachPartners(t, func(p *partners) {
		o := p.order(p.s1, "BY-OPERATION")
		if status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", "between us"); status != http.StatusOK {
			p.Fatalf("%d %+v", status, r)
		}
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			_, err := tx.Change((*production.Operation)(nil)).Set("supplier_id = ?", p.suppliers["S02"]).Where("id = ?", p.stored("BY-OPERATION").OperationID).Exec(p.ctx)
			return err
		})
		if o := p.order(p.s2, "BY-OPERATION"); o.Confirmed || o.Remark != "" || o.State != "toConfirm" {
			p.Errorf("the other supplier sees %+v", o)
		}
		if _, told := p.list(p.s1, ""); strings.Contains(told, "BY-OPERATION") {
			p.Errorf("the first supplier still sees %q", told)
		}
		read(p.ctx, p.T, p.a, func(tx store.Tx) error {
			shown, err := p.a.Production.Outsourced.Get(p.ctx, tx, o.ID)
			if err == nil && (shown.Confirmed() || shown.ConfirmedBy != "" || shown.SupplierRemark != "") {
				p.Errorf("the planner sees %+v", shown)
			}
			return err
		})
	})
}

// An order that is taken back is agreed anew when it is placed again.
func TestAnOrderThatIsNotPlacedIsConfirmedByNobody(t *testing.T) {
	eachPartners(t, func(p *partners) {
		o := p.order(p.s1, "BY-OPERATION")
		if status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", "as agreed"); status != http.StatusOK {
			p.Fatalf("%d %+v", status, r)
		}
		for _, change := range []string{`"orderedAt":null`, `"orderedAt":"2026-01-06T00:00:00+08:00"`} {
			now := p.stored("BY-OPERATION")
			if refused := patched(p.ctx, p.T, p.a, p.a.Production.Outsourced.Patch, now.ID, now.Version, change); refused != "" {
				p.Fatalf("%s: %s", change, refused)
			}
		}
		if o := p.order(p.s1, "BY-OPERATION"); o.Confirmed || o.State != "toConfirm" {
			p.Errorf("placed again, the supplier sees %+v", o)
		}
	})
}

// Employees, people of the other kind and programs are refused with words; a disabled supplier and a lapsed licence still read.
func TestNobodyElseIsAPartner(t *testing.T) {
	eachPartners(t, func(p *partners) {
		calls := map[string]string{"upms/partner-order": "This page is for people of suppliers only", "upms/partner-mould": "This page is for people of customers only"}
		for who, header := range map[string]map[string]string{"administrator": signedIn(p.T, p.server, "13800000001"), "planner": signedIn(p.T, p.server, "13800000002")} {
			for path, words := range calls {
				if status, r := ask(p.T, p.server, header, http.MethodGet, path, nil); status != http.StatusConflict || r.Message != words || string(r.Data) != "null" {
					p.Errorf("%s at %s: %d %+v", who, path, status, r)
				}
			}
			if status, r := p.promise(header, p.orders["BY-OPERATION"], 1, "2030-01-15", ""); status != http.StatusConflict || r.Message != calls["upms/partner-order"] {
				p.Errorf("%s promises: %d %+v", who, status, r)
			}
		}
		if status, r := ask(p.T, p.server, p.customer, http.MethodGet, "upms/partner-order", nil); status != http.StatusConflict || r.Message != calls["upms/partner-order"] {
			p.Errorf("the customer's person: %d %+v", status, r)
		}
		if status, r := ask(p.T, p.server, p.s1, http.MethodGet, "upms/partner-mould", nil); status != http.StatusConflict || r.Message != calls["upms/partner-mould"] {
			p.Errorf("the supplier's person: %d %+v", status, r)
		}
		o := p.order(p.s1, "BY-OPERATION")
		set := func(valid bool) {
			write(p.ctx, p.T, p.a, func(tx store.Tx) error {
				_, err := tx.Change((*basedata.Supplier)(nil)).Set("valid = ?", valid).Where("id = ?", p.suppliers["S01"]).Exec(p.ctx)
				return err
			})
		}
		set(false)
		if status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", ""); status != http.StatusConflict || !strings.Contains(r.Message, "is disabled") {
			p.Errorf("a disabled supplier: %d %+v", status, r)
		}
		p.order(p.s1, "BY-OPERATION")
		set(true)
		p.system(func(tx store.Tx) error {
			_, err := tx.Change((*tenancy.Tenant)(nil)).Set("expire_date = ?", "2020-01-01").Set("hasp_expire_switch = ?", tenancy.Watched).Where("id = ?", p.owner.TenantID).Exec(p.Context())
			return err
		})
		if status, r := p.promise(p.s1, o.ID, o.Version, "2030-01-15", ""); status == http.StatusOK {
			p.Errorf("without a licence: %d %+v", status, r)
		}
		if now := p.stored("BY-OPERATION"); now.Confirmed() {
			p.Errorf("somebody has confirmed: %+v", now)
		}
		p.order(p.s1, "BY-OPERATION")
	})
}

// The example of each call succeeds for a guest of the kind that it is for; and nothing but these calls is theirs.
func TestEveryExampleOfPartnersSucceeds(t *testing.T) {
	eachPartners(t, func(p *partners) {
		p.a.examples(p.ctx, p.T)
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			_, err := tx.Change((*production.OutsourceOrder)(nil)).Set("supplier_id = ?", p.suppliers["S01"]).Set("ordered_at = ?", store.Now()).Where("id = ?", "01900000-0000-7000-8000-000000000305").Exec(p.ctx)
			return err
		})
		if _, err := p.a.DB.Pool().ExecContext(p.ctx, "UPDATE outsource_order SET version = 1 WHERE id = '01900000-0000-7000-8000-000000000305'"); err != nil {
			p.Fatal(err)
		}
		probed := 0
		for _, op := range p.a.API.Operations() {
			if op.Tag != partner.Tag {
				continue
			}
			probed++
			who := p.s1
			if op.ID == "partner-moulds" {
				who = p.customer
			}
			status, _, raw := replay(p.T, p.server, op, who)
			if status != http.StatusOK {
				p.Errorf("%s %s: %d %.300s", op.Method, op.Path, status, raw)
			}
			for _, d := range p.a.drift(op, status, raw) {
				p.Errorf("%s %s answers otherwise than the document says: %s, in %.300s", op.Method, op.Path, d, raw)
			}
		}
		if probed != 3 {
			p.Errorf("%d calls of partners", probed)
		}
	})
}

// SCOPE-04: somebody of a customer sees the moulds of their customer, with the figures that the mould's own page has, and nothing
// of what they are made of.
func TestACustomerSeesItsMoulds(t *testing.T) {
	eachPartners(t, func(p *partners) {
		list := func(who map[string]string, query string) ([]partner.Mould, []byte) {
			status, r, raw := send(p.T, http.MethodGet, p.server.URL+api.Prefix+"upms/partner-mould"+query, who, "", nil)
			var out partner.Moulds
			if err := json.Unmarshal(r.Data, &out); err != nil || status != http.StatusOK {
				p.Fatalf("%d %.300s", status, raw)
			}
			return out.Rows, r.Data
		}
		rows, raw := list(p.customer, "")
		if len(rows) != 1 || rows[0].MouldNo != "M1" || rows[0].Name != "Lamp" || rows[0].State != "unplanned" || rows[0].PlannedEnd != nil || rows[0].Share != 0 {
			p.Fatalf("%s", raw)
		}
		var keys map[string][]map[string]any
		if err := json.Unmarshal(raw, &keys); err != nil || len(keys["rows"][0]) != 7 {
			p.Errorf("a mould tells %s", raw)
		}
		if both, raw := list(p.guest("13844440007", identity.NewMember{CustomerID: p.customers["C01"], RealName: "Both"}, p.owner.FactoryID, p.second.ID), ""); len(both) != 2 {
			p.Errorf("in both factories: %s", raw)
		}
		p.planned()
		rows, raw = list(p.customer, "")
		var tree *production.MouldTree
		read(p.ctx, p.T, p.a, func(tx store.Tx) (err error) {
			var m production.Mould
			if err := tx.Select(&m).Where("mould_no = ?", "M1").Scan(p.ctx); err != nil {
				return err
			}
			tree, err = p.a.Production.Tree(p.ctx, tx, m.ID)
			return err
		})
		if !tree.Planned || tree.DoneHours == 0 || len(rows) != 1 || rows[0].PlannedEnd == nil || !rows[0].PlannedEnd.Equal(*tree.PlannedEnd) || rows[0].Share != tree.Share() || (rows[0].State == "late") != tree.Late || rows[0].State == "unplanned" {
			p.Errorf("%s, the mould's page says %v %v %v", raw, tree.PlannedEnd, tree.Share(), tree.Late)
		}
		state := func(status int) {
			write(p.ctx, p.T, p.a, func(tx store.Tx) error {
				_, err := tx.Change((*production.Mould)(nil)).Set("status = ?", status).Where("mould_no = ?", "M1").Exec(p.ctx)
				return err
			})
		}
		state(production.MouldHold)
		if rows, raw = list(p.customer, ""); len(rows) != 1 || rows[0].State != "unplanned" || rows[0].PlannedEnd != nil {
			p.Errorf("on hold: %s", raw)
		}
		state(production.MouldFinished)
		if rows, raw = list(p.customer, ""); len(rows) != 0 {
			p.Errorf("finished, in work: %s", raw)
		}
		if rows, raw = list(p.customer, "?finished=true"); len(rows) != 1 || rows[0].State != "finished" {
			p.Errorf("finished: %s", raw)
		}
		state(production.MouldCancelled)
		for _, query := range []string{"", "?finished=true"} {
			if rows, raw = list(p.customer, query); len(rows) != 0 {
				p.Errorf("cancelled %s: %s", query, raw)
			}
		}
	})
}

// planned plans and publishes what is stored, with one step reported as done.
func (p *partners) planned() {
	p.Helper()
	now := store.Now()
	write(p.ctx, p.T, p.a, func(tx store.Tx) error {
		var o production.Operation
		if err := tx.Query(p.ctx, &o, "SELECT o.id FROM operation AS o JOIN part AS p ON p.id = o.part_id WHERE {o} AND {p} AND p.part_no = 'P1' AND o.op_no = 10"); err != nil {
			return err
		}
		var batch production.Batch
		if err := tx.Select(&batch).Scan(p.ctx); err != nil {
			return err
		}
		start, end, hours := now.Add(-3*time.Hour), now.Add(-time.Hour), quantity.Minutes(120)
		_, err := p.a.Production.Report(p.ctx, tx, production.Report{OperationID: o.ID, BatchID: batch.ID, Status: production.Finished, RealStart: &start, RealEnd: &end, ReportedHours: &hours})
		return err
	})
	if err := p.a.Start(p.Context()); err != nil {
		p.Fatal(err)
	}
	actor := p.owner
	actor.Confirmed = "changed"
	if err := p.a.planAndPublish(store.WithActor(p.ctx, actor), now.In(demo.Shanghai())); err != nil {
		p.Fatal(fmt.Errorf("plan: %w", err))
	}
}
