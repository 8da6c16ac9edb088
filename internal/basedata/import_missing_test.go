package basedata_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// What a file refers to and the list lacks is named once, and made with the import by who may add it there; a name that
// its own list refuses is not offered, and refuses the rows that say it.
func TestAnImportMakesWhatItsFileRefersTo(t *testing.T) {
	each(t, func(s *shop) {
		data := []byte("name,groupId,status,sectionId\nM1,CNC,1,EDM\nM2,CNC,1,edm\nM3,CNC,1,GRIND\nM4,CNC,1,磨床\n")
		first := bring(s, s.master.Machines, resource.ImportFile{Data: data, DryRun: true})
		if len(first.Missing) != 1 || first.Missing[0].Entity != "section" || !slices.Equal(first.Missing[0].Names, []string{"EDM", "GRIND"}) || first.Missing[0].May || first.Refused != 4 {
			s.Errorf("%+v", first.Missing)
		}
		create := []resource.Wanted{{Entity: "section", Names: append(slices.Clone(first.Missing[0].Names), "磨床")}}
		if r := bring(s, s.master.Machines, resource.ImportFile{Data: data, Create: create, Partly: true}); r.Committed || r.Refused != 4 {
			s.Errorf("without the permission to add sections: %+v", r)
		}
		s.actor.May = maps.Clone(s.actor.May)
		s.actor.May["system.section.add"] = true
		s.ctx = store.WithActor(s.ctx, s.actor)
		for _, dryRun := range []bool{true, false} {
			r := bring(s, s.master.Machines, resource.ImportFile{Data: data, Create: create, Partly: true, DryRun: dryRun})
			if !slices.Equal(told(r.Faults), []string{`5 sectionId create "磨床"`}) || r.Created != 3 || !r.Missing[0].May || r.Committed == dryRun {
				s.Errorf("dry run %v: %+v %+v", dryRun, r.Faults, r.Missing)
			}
			if shown := r.Rows[0].Changes; !slices.ContainsFunc(shown, func(c resource.ImportChange) bool { return c.Field == "sectionId" && c.After.En == "EDM" }) {
				s.Errorf("the preview shows %+v", shown)
			}
		}
		var sections []basedata.Section
		if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&sections).Order("name").Scan(s.ctx) }); err != nil {
			s.Fatal(err)
		}
		if len(sections) != 2 || sections[0].Name != "EDM" || sections[0].ChineseName != "EDM" || !sections[0].Valid || sections[1].Name != "GRIND" || names(s) != "M1 M2 M3" {
			s.Errorf("%+v, machines %s", sections, names(s))
		}
	})
}

// A line that is written in another form is told, and what it says is no record to be made.
func TestALineInAnotherFormLacksNoRecord(t *testing.T) {
	each(t, func(s *shop) {
		if r := bring(s, s.master.Processes, resource.ImportFile{Data: []byte("code,name,class\nHT,热处理,8\n")}); !r.Committed {
			s.Fatalf("%+v", r.Faults)
		}
		r := bring(s, s.master.Suppliers, resource.ImportFile{DryRun: true, Data: []byte("code,name,processes\nV1,甲,HT:3\nV2,乙,ht：3\nV3,丙,\"NIT,3\"\n")})
		if len(r.Missing) != 1 || r.Missing[0].Entity != "process" || !slices.Equal(r.Missing[0].Names, []string{"NIT"}) || r.Refused != 3 {
			s.Errorf("%+v, refused %d", r.Missing, r.Refused)
		}
		if f := r.Faults[0]; !strings.Contains(f.Texts.En, "Write each as: Process,Lead time") {
			s.Errorf("%+v", f)
		}
	})
}

// mill is a machine in a list with rules of the test's own.
type mill struct {
	bun.BaseModel `bun:"table:machine" json:"-"`
	store.FactoryRow
	Name      string `bun:"name" json:"name"`
	GroupID   string `bun:"group_id" json:"groupId"`
	SectionID string `bun:"section_id,nullzero" json:"sectionId"`

	// The table asks for them.
	Alias         string `bun:"alias" json:"-"`
	MachineType   string `bun:"machine_type" json:"-"`
	SerialNumber  string `bun:"serial_number" json:"-"`
	AssetName     string `bun:"asset_name" json:"-"`
	AssetNumber   string `bun:"asset_number" json:"-"`
	Ips           string `bun:"ips" json:"-"`
	LoginUser     string `bun:"login_user" json:"-"`
	LoginPassword string `bun:"login_password" json:"-"`
	ProgramFormat string `bun:"program_format" json:"-"`
	SafeModes     string `bun:"safe_modes" json:"-"`
	VideoURL      string `bun:"video_url" json:"-"`
	Attributes    string `bun:"attributes" json:"-"`
	Status        int    `bun:"status" json:"-"`
	Port          int    `bun:"port" json:"-"`
	ChuckCount    int    `bun:"chuck_count" json:"-"`
	StartKnife    int    `bun:"start_knife" json:"-"`
	TargetRate    int    `bun:"target_rate" json:"-"`
	WorkRate      int    `bun:"work_rate" json:"-"`
	LabourRate    int    `bun:"labour_rate" json:"-"`
	Scheduled     bool   `bun:"scheduled" json:"-"`
	Automation    bool   `bun:"automation" json:"-"`
	CAxis         bool   `bun:"c_axis" json:"-"`
	Worklog       bool   `bun:"worklog" json:"-"`
	Report        bool   `bun:"report" json:"-"`
}

// What only refused rows refer to is not made, whether the check refuses them or the list as it has become; a file of which no row
// is taken in changes nothing, and the outcome names what was made.
func TestAnImportMakesNothingThatNoRowUses(t *testing.T) {
	each(t, func(s *shop) {
		s.actor.May = maps.Clone(s.actor.May)
		s.actor.May["system.section.add"] = true
		s.ctx = store.WithActor(s.ctx, s.actor)
		sections := func() (names []string) {
			var rows []basedata.Section
			if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&rows).Order("name").Scan(s.ctx) }); err != nil {
				s.Fatal(err)
			}
			for _, x := range rows {
				names = append(names, x.Name)
			}
			return names
		}
		create := []resource.Wanted{{Entity: "section", Names: []string{"EDM", "GRIND", "SAW"}}}
		data := []byte("name,groupId,status,sectionId\nM1,NO,1,EDM\nM2,NO,1,GRIND\n")
		if r := bring(s, s.master.Machines, resource.ImportFile{Data: data, Create: create, Partly: true}); r.Committed || len(r.Made) > 0 || len(sections()) > 0 {
			s.Errorf("every row is refused: %+v, sections %v", r, sections())
		}
		// What no comparison can know refuses M1 when it is written: its piece is written row by row, and EDM goes with the row.
		list := resource.Define(resource.Spec[*mill]{
			Path: "test/machine", Label: problem.L("设备", "Machine"), Permission: "test.machine",
			Form: func(m *mill, f *resource.Form) {
				f.Text(&m.Name, "名称", "Name").Required().Unique().Title()
				f.Ref(&m.GroupID, s.master.Groups, "资源组", "Resource group").Required()
				f.Ref(&m.SectionID, s.master.Sections, "工段", "Section")
			},
			AfterSave: func(_ context.Context, _ store.Tx, _, now *mill) error {
				if now.Name == "M1" {
					return problem.Refuse(problem.L("已被占用", "Taken meanwhile"))
				}
				return nil
			},
		})
		data = []byte("name,groupId,sectionId\nM1,CNC,EDM\nM2,CNC,GRIND\nM3,CNC,GRIND\n")
		r := bring(s, list, resource.ImportFile{Data: data, Create: create, Partly: true})
		if !r.Committed || r.Refused != 1 || r.Created != 2 || len(r.Made) != 1 || !slices.Equal(r.Made[0].Names, []string{"GRIND"}) || !slices.Equal(sections(), []string{"GRIND"}) {
			s.Errorf("a row that is refused when it is written: %+v, sections %v", r, sections())
		}
		var line []store.Operation
		if err := s.db.Read(s.ctx, func(tx store.Tx) error {
			return tx.Select(&line).Where("entity = ?", list.Name()).Where("action = ?", store.ActionImportPart).Scan(s.ctx)
		}); err != nil || len(line) != 1 {
			s.Fatalf("%+v (%v)", line, err)
		}
		for _, want := range []string{`"read"`, `"same"`, `"refused"`, `"skipped"`} {
			if !strings.Contains(string(line[0].Changes), want) {
				s.Errorf("the log lacks %s: %s", want, line[0].Changes)
			}
		}
	})
}

// A list reads the headings of the planner's workbook beside its own.
func TestAListReadsTheHeadingsOfTheWorkbook(t *testing.T) {
	each(t, func(s *shop) {
		for _, headings := range []string{"编码,名称", "代码,Name", "Code,name", "编号 *,名称", "供应商编码,供应商名称", "供应商代码,供应商名称", "Supplier no.,Supplier name"} {
			if r := bring(s, s.master.Suppliers, resource.ImportFile{Data: []byte(headings + "\nV1,华南\n"), DryRun: true}); r.Created != 1 || len(r.Faults) > 0 {
				s.Errorf("suppliers, %s: %+v", headings, r.Faults)
			}
			if strings.HasPrefix(headings, "供应商") || strings.HasPrefix(headings, "Supplier") {
				headings = strings.NewReplacer("供应商", "客户", "Supplier", "Customer").Replace(headings)
			}
			if r := bring(s, s.master.Customers, resource.ImportFile{Data: []byte(headings + "\nC1,东方\n"), DryRun: true}); r.Created != 1 || len(r.Faults) > 0 {
				s.Errorf("customers, %s: %+v", headings, r.Faults)
			}
		}
		if r := bring(s, s.master.Machines, resource.ImportFile{Data: []byte("名称,资源组,状态\nM1,CNC,1\n"), DryRun: true}); r.Created != 1 || len(r.Faults) > 0 {
			s.Errorf("machines: %+v", r.Faults)
		}
	})
}

// What a heading means is remembered once a file was taken in, changed rows or not, and not by a check or a refused file.
func TestHeadingsAreRememberedOfFilesThatWereTakenIn(t *testing.T) {
	each(t, func(s *shop) {
		bring(s, s.master.Machines, resource.ImportFile{Data: []byte("name,groupId,status\nM1,CNC,1\n")})
		taught := map[string]string{"Nr": "name"}
		known := func() bool {
			return !bring(s, s.master.Machines, resource.ImportFile{Data: []byte("Nr,groupId\nM1,CNC\n"), DryRun: true}).Headings[0].Unknown
		}
		bring(s, s.master.Machines, resource.ImportFile{Data: []byte("Nr,groupId\nM1,CNC\n"), Headings: taught, DryRun: true})
		if known() {
			s.Error("a check is remembered")
		}
		bring(s, s.master.Machines, resource.ImportFile{Data: []byte("Nr,groupId\nM1,NO\n"), Headings: taught})
		if known() {
			s.Error("a refused file is remembered")
		}
		if r := bring(s, s.master.Machines, resource.ImportFile{Data: []byte("Nr,groupId\nM1,CNC\n"), Headings: taught}); r.Same != 1 || !known() {
			s.Errorf("a file that changes nothing is not remembered: %+v", r)
		}
		bring(s, s.master.Machines, resource.ImportFile{Data: []byte("name,groupId\nM1,CNC\n"), Headings: map[string]string{}})
		if !known() {
			s.Error("another layout forgets this one")
		}
	})
}
