package production

import (
	"slices"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/production/workbook"
	"mouldworks/internal/route"
)

var (
	msgUnknown     = L("%s“%s”不存在", "%s “%s” does not exist")
	msgShared      = L("%s“%s”对应多条记录，请改填编码或名称", "%s “%s” names several records; write the code or the name of the one that is meant")
	msgNoMould     = L("模具“%s”不在文件中，也不在系统中", "The mould “%s” is neither in the file nor stored")
	msgNoPart      = L("零件“%s”不在文件中，也不在系统中", "The part “%s” is neither in the file nor stored")
	msgNoOperation = L("工序“%s”不在文件中，也不在系统中", "The operation “%s” is neither in the file nor stored")
	msgNoElectrode = L("电极“%s”不在文件中，也不在系统中", "The electrode “%s” is neither in the file nor stored")
	msgNoBatch     = L("批次“%s”不在文件中，也不在系统中", "The batch “%s” is neither in the file nor stored")
	msgInvalid     = L("%s“%s”无效，不能选用", "%s “%s” is invalid and cannot be chosen")

	nameCustomer = L("客户", "Customer")
	nameGroup    = L("资源组", "Resource group")
	nameProcess  = L("工艺", "Process")
	nameSupplier = L("供应商", "Supplier")
	nameMachine  = L("设备", "Machine")

	nameOrderType = L("订单类型", "Order type")
	namePartType  = L("零件类型", "Part type")
	nameMaterial  = L("材料", "Material")
	nameGrade     = L("精度等级", "Accuracy grade")
)

// known gathers the keys of the file and of the stock, for references between rows.
type known struct {
	moulds     map[string]bool
	parts      map[workbook.PartKey]bool
	batches    map[workbook.BatchKey]bool
	electrodes map[workbook.PartKey]bool      // whether they are electrodes
	edm        map[workbook.OperationKey]bool // whether they are EDM
	operations map[workbook.OperationKey]bool
	routes     map[string]route.Numbers // by mould
}

// resolve checks every reference of the file, before anything is built: to master data and between rows.
func (in *importer) resolve() {
	k := in.known()
	for i := range in.book.Moulds {
		r := &in.book.Moulds[i]
		old := stored(in.stored.moulds, r.MouldNo)
		in.refer("moulds", r.Line, r.Scope(), "customer", r.Customer, in.customer, nameCustomer, old.CustomerID)
		in.refer("moulds", r.Line, r.Scope(), "orderType", r.OrderType, in.orderType, nameOrderType, old.OrderTypeID)
		in.refer("moulds", r.Line, r.Scope(), "assemblyGroup", r.AssemblyGroup, in.group, nameGroup, old.AssemblyGroupID)
		in.refer("moulds", r.Line, r.Scope(), "tryoutGroup", r.TryoutGroup, in.group, nameGroup, old.TryoutGroupID)
		in.resolveOwner(r, old)
	}
	for i := range in.book.Parts {
		r := &in.book.Parts[i]
		in.mustKnow("parts", r.Line, r.Scope(), "mouldNo", r.MouldNo, workbook.Name(r.MouldNo), k.moulds[r.MouldNo], msgNoMould)
		old := stored(in.stored.parts, r.Key())
		in.refer("parts", r.Line, r.Scope(), "partType", r.PartType, in.partType, namePartType, old.PartTypeID)
		in.refer("parts", r.Line, r.Scope(), "material", r.Material, in.material, nameMaterial, old.MaterialID)
		in.refer("parts", r.Line, r.Scope(), "accuracyGrade", r.AccuracyGrade, in.grade, nameGrade, old.GradeID)
		in.resolveParent(r, k)
	}
	for i := range in.book.Electrodes {
		in.resolveElectrode(&in.book.Electrodes[i], k)
	}
	for i := range in.book.Operations {
		in.resolveOperation(&in.book.Operations[i], k)
	}
	in.holdQuantities()
	for i := range in.book.EDMLinks {
		r := &in.book.EDMLinks[i]
		operation := r.Operation()
		if in.mustKnow("edmLinks", r.Line, r.Scope(), "opNo", operation.String(), operation, k.operations[operation], msgNoOperation) && !k.edm[operation] {
			in.bad("edmLinks", r.Line, r.Scope(), "opNo", "", "edm", msgNotEDM.With(operation))
		}
		electrode := r.Electrode()
		if in.mustKnow("edmLinks", r.Line, r.Scope(), "electrodeNo", r.ElectrodeNo, electrode, k.parts[electrode], msgNoElectrode) && !k.electrodes[electrode] {
			in.bad("edmLinks", r.Line, r.Scope(), "electrodeNo", r.ElectrodeNo, "kind", msgNoneElectrode.With(r.ElectrodeNo))
		}
	}
	in.resolveResources(k)
	in.resolveBatches(k)
	for i := range in.book.Progress {
		r := &in.book.Progress[i]
		in.mustKnow("progress", r.Line, r.Scope(), "batchNo", r.BatchNo, r.Batch(), r.BatchNo == "" || k.batches[r.Batch()], msgNoBatch)
		in.mustKnow("progress", r.Line, r.Scope(), "opNo", r.Operation().String(), r.Operation(), k.operations[r.Operation()], msgNoOperation)
		in.refer("progress", r.Line, r.Scope(), "resource", r.Resource, in.machine, nameMachine, stored(in.stored.progress, r.Key()).MachineID)
	}
}

// stored is the row of a key, an empty one where there is none.
func stored[K comparable, T any](rows map[K]*T, key K) *T {
	if row := rows[key]; row != nil {
		return row
	}
	return new(T)
}

// refer checks a reference to master data: it exists, and it is valid unless the stored row holds it already.
func (in *importer) refer(sheet string, line workbook.Line, scope workbook.Scope, column string, cell workbook.Text, id func(string) string, name problem.Text, held string) bool {
	if !cell.IsGiven() {
		return true
	}
	entity := in.column(sheet, column).Entity
	of := creatable[entity]
	if entity == "machine" {
		of = "machines"
	}
	found := id(cell.Value)
	if at, refused := in.refusedInstead(of, cell.Value, found, in.masters.Keys[entity]); found != "" && refused {
		in.bad(sheet, line, scope, column, cell.Value, "reference", RefusedRow(cell.Value, in.rowWords(line.Place(sheet), at)))
		return false
	}
	switch {
	case found == "" && in.sharedName(entity, cell.Value):
		in.bad(sheet, line, scope, column, cell.Value, "ambiguous", msgShared.With(name, cell.Value))
		return false
	case found == "":
		in.bad(sheet, line, scope, column, cell.Value, "reference", in.becauseOf(line.Place(sheet), cell.Value, msgUnknown.With(name, cell.Value), of))
		return false
	case in.masters.Invalid[found] && found != held:
		in.bad(sheet, line, scope, column, cell.Value, "invalid", msgInvalid.With(name, cell.Value))
	}
	return true
}

// mustKnow checks a reference to another row, which people call by value.
func (in *importer) mustKnow(sheet string, line workbook.Line, scope workbook.Scope, column, value string, key workbook.Key, ok bool, text problem.Text) bool {
	if !ok {
		in.bad(sheet, line, scope, column, "", "reference", in.because(line.Place(sheet), key, value, text.With(value)))
	}
	return ok
}

func (in *importer) known() *known {
	k := &known{
		moulds: map[string]bool{}, parts: map[workbook.PartKey]bool{}, batches: map[workbook.BatchKey]bool{}, electrodes: map[workbook.PartKey]bool{},
		edm: map[workbook.OperationKey]bool{}, operations: map[workbook.OperationKey]bool{}, routes: map[string]route.Numbers{},
	}
	mouldNo, partNo := map[string]string{}, map[string]string{}
	for no, m := range in.stored.moulds {
		k.routes[no], mouldNo[m.ID] = route.Numbers{}, no
	}
	for _, p := range in.stored.parts {
		partNo[p.ID] = p.PartNo
	}
	for i := range in.book.Operations {
		if no := in.book.Operations[i].MouldNo; k.routes[no] == nil {
			k.routes[no] = route.Numbers{}
		}
	}
	edm := map[string]bool{}
	for _, p := range in.masters.Processes {
		edm[p.ID] = p.EDM
	}
	for no := range in.stored.moulds {
		k.moulds[no] = true
	}
	for key, p := range in.stored.parts {
		k.parts[key], k.electrodes[key] = true, p.Kind == Electrode
	}
	for key, o := range in.stored.operations {
		k.operations[key], k.edm[key] = true, edm[o.ProcessID]
		k.routes[mouldNo[o.MouldID]].Add(partNo[o.PartID], o.OpNo, o.Branch)
	}
	for key := range in.stored.batches {
		k.batches[key] = true
	}
	for i := range in.book.Batches {
		k.batches[in.book.Batches[i].Key()] = true
	}
	for i := range in.book.Moulds {
		k.moulds[in.book.Moulds[i].MouldNo] = true
	}
	for i := range in.book.Parts {
		r := &in.book.Parts[i]
		k.parts[r.Key()] = true
		if r.Kind.IsGiven() {
			k.electrodes[r.Key()] = r.Kind.Value == Electrode
		}
	}
	for i := range in.book.Electrodes {
		key := in.book.Electrodes[i].Key()
		k.parts[key], k.electrodes[key] = true, true
	}
	for i := range in.book.Operations {
		r := &in.book.Operations[i]
		k.operations[r.Key()] = true
		k.routes[r.MouldNo].Add(r.PartNo, r.OpNo, r.Branch)
		if r.Process.IsGiven() {
			k.edm[r.Key()] = in.processOf(r.Process.Value).EDM
		}
	}
	for i := range in.book.Electrodes {
		r := &in.book.Electrodes[i]
		if k.routes[r.MouldNo] == nil {
			k.routes[r.MouldNo] = route.Numbers{}
		}
		for _, step := range shorthandOf(r) {
			if step.isGiven() {
				k.operations[step.key] = true
				k.routes[r.MouldNo].Add(step.key.Part, step.key.Op, "")
			}
		}
	}
	return k
}

// at is the moment that a cell says. A sheet shows minutes: one that says what is stored to the minute changes nothing.
func at(cell workbook.Date, old *time.Time) *time.Time {
	switch {
	case cell.IsGiven() && old != nil && cell.Value.At.Equal(old.Truncate(time.Minute)):
		return old
	case cell.IsGiven():
		t := cell.Value.At.UTC()
		return &t
	case cell.State == workbook.Cleared:
		return nil
	}
	return old
}

// id resolves a reference that resolve has checked.
func id(cell workbook.Text, old string, of func(string) string) string {
	if cell.State == workbook.Kept {
		return old
	}
	if cell.State == workbook.Cleared {
		return ""
	}
	return of(cell.Value)
}

// build turns the rows of the healthy moulds into rows of the tables.
func (in *importer) build() {
	in.used = map[string]bool{}
	in.buildMoulds()
	in.buildParts()
	in.buildOperations()
	in.followQuantities()
	in.buildLinks()
	in.buildResources()
	in.buildBatches()
	in.buildProgress()
	in.buildOrders()
}

// spelt finds what a file calls by a name: spelt exactly so, else the only one that differs in case, width or spaces alone.
func spelt[T any](in *importer, kind string, rows map[string]T, name string) T {
	if row, exact := rows[name]; exact {
		return row
	}
	if in.spellings == nil {
		in.spellings = map[string]*cell.Names{}
	}
	if in.spellings[kind] == nil {
		in.spellings[kind] = cell.NewNames()
		for own := range rows {
			in.spellings[kind].Add(own, own)
		}
	}
	own, found := in.spellings[kind].Find(name)
	if further := in.masters.Further[kind]; !found && further != nil {
		own, _ = further.Find(name)
	}
	return rows[own]
}

// sharedName tells whether a name that finds nothing is that of several records.
func (in *importer) sharedName(entity, name string) bool {
	further := in.masters.Further[entity]
	return further != nil && further.Shared(name)
}

// use notes that a row refers to a record of the basic data: build begins anew, so that these are the rows that go in.
func (in *importer) use(id string) string {
	if in.used != nil && id != "" {
		in.used[id] = true
	}
	return id
}

func (in *importer) group(code string) string {
	return in.use(spelt(in, "group", in.masters.Groups, code).ID)
}

func (in *importer) machine(name string) string {
	return in.use(spelt(in, "machine", in.masters.Machines, name).ID)
}

func (in *importer) supplier(code string) string {
	return in.use(spelt(in, "supplier", in.masters.Suppliers, code))
}

func (in *importer) customer(code string) string {
	return in.use(spelt(in, "customer", in.masters.Customers, code))
}

func (in *importer) material(code string) string {
	return in.use(spelt(in, "material", in.masters.Materials, code))
}

func (in *importer) processOf(code string) MasterProcess {
	return spelt(in, "process", in.masters.Processes, code)
}

func (in *importer) process(code string) string { return in.use(in.processOf(code).ID) }

func (in *importer) orderType(name string) string {
	return in.use(spelt(in, "orderType", in.masters.OrderTypes, name))
}

func (in *importer) partType(code string) string {
	return in.use(spelt(in, "partType", in.masters.PartTypes, code))
}

func (in *importer) grade(grade string) string {
	return in.use(spelt(in, "grade", in.masters.Grades, grade))
}

// usualPriority is that of a mould that names none; 100 is the most urgent.
const usualPriority = 50

func (in *importer) buildMoulds() {
	for i := range in.book.Moulds {
		r := &in.book.Moulds[i]
		if in.out(r.Scope()) {
			in.done("moulds", r.Line, r.Key(), ActionRefused)
			continue
		}
		old := in.stored.moulds[r.MouldNo]
		now := &Mould{MouldNo: r.MouldNo, Priority: usualPriority}
		if old != nil {
			*now = *old
		} else {
			today := quantity.DateOf(in.p.deps.Now(), in.zone).In(in.zone).UTC() // no figure depends on the minute of an import
			now.Release = &today
		}
		now.Name, now.ProjectNo = r.Name.Or(now.Name), r.ProjectNo.Or(now.ProjectNo)
		now.CustomerID = id(r.Customer, now.CustomerID, in.customer)
		now.OrderTypeID = id(r.OrderType, now.OrderTypeID, in.orderType)
		now.Delivery, now.Release = at(r.Delivery, now.Delivery), at(r.Release, now.Release)
		now.Priority, now.Status = r.Priority.Or(now.Priority), r.Status.Or(now.Status)
		now.AssemblyGroupID, now.TryoutGroupID = id(r.AssemblyGroup, now.AssemblyGroupID, in.group), id(r.TryoutGroup, now.TryoutGroupID, in.group)
		now.AssemblyMinutes, now.TryoutMinutes = r.AssemblyHours.Or(now.AssemblyMinutes), r.TryoutHours.Or(now.TryoutMinutes)
		now.ResponsibleID, now.DepartmentID = in.owner(r.Responsible, now.ResponsibleID, in.person), in.owner(r.Department, now.DepartmentID, in.department)
		w := in.writesOf(r.Scope())
		in.done("moulds", r.Line, r.Key(), upsert(old, now, &w.newMoulds, &w.changed), differences(in, "moulds", old, now)...)
		in.stored.moulds[r.MouldNo] = now
	}
}

func (in *importer) buildParts() {
	for i := range in.book.Parts {
		r := &in.book.Parts[i]
		if in.out(r.Scope()) {
			in.done("parts", r.Line, r.Key(), ActionRefused)
			continue
		}
		old := in.stored.parts[r.Key()]
		now := &Part{MouldID: in.stored.moulds[r.MouldNo].ID, PartNo: r.PartNo, Kind: Workpiece, Qty: 1}
		now.beginAnew()
		if old != nil {
			*now = *old
		}
		isOther := old != nil && old.Kind != r.Kind.Or(old.Kind)
		if isOther {
			now.beginAnew()
		}
		now.Implied = false // who writes it down has it from now on
		now.Name, now.Kind, now.Qty = r.Name.Or(now.Name), r.Kind.Or(now.Kind), r.Qty.Or(now.Qty)
		now.ParentPartNo, now.NeededAtOp = r.ParentPart.Or(now.ParentPartNo), r.NeededAtOp.Or(now.NeededAtOp)
		now.Length, now.Width, now.Height, now.Weight = r.Length.Or(now.Length), r.Width.Or(now.Width), r.Height.Or(now.Height), r.Weight.Or(now.Weight)
		now.PartTypeID = id(r.PartType, now.PartTypeID, in.partType)
		now.GradeID = id(r.AccuracyGrade, now.GradeID, in.grade)
		now.MaterialID, now.Hardness = id(r.Material, now.MaterialID, in.material), r.Hardness.Or(now.Hardness)
		now.MaterialReady, now.DrawingReady, now.Due = at(r.MaterialReady, now.MaterialReady), at(r.DrawingReady, now.DrawingReady), at(r.Due, now.Due)
		w := in.writesOf(r.Scope())
		changes := differences(in, "parts", old, now)
		if isOther && old.Kind == Electrode { // what goes with the kind, in the words of its own sheet
			isOwn := func(c CellChange) bool { return in.column("parts", c.Column).Code != "" }
			changes = append(slices.DeleteFunc(changes, func(c CellChange) bool { return !isOwn(c) }), slices.DeleteFunc(differences(in, "electrodes", old, now), isOwn)...)
		}
		in.done("parts", r.Line, r.Key(), upsert(old, now, &w.newParts, &w.changed), changes...)
		in.stored.parts[r.Key()] = now
	}
	for i := range in.book.Electrodes {
		in.buildElectrode(&in.book.Electrodes[i])
	}
}

func (in *importer) buildLinks() {
	for i := range in.book.EDMLinks {
		r := &in.book.EDMLinks[i]
		if in.out(r.Scope()) {
			in.done("edmLinks", r.Line, r.Key(), ActionRefused)
			continue
		}
		o := in.stored.operations[r.Operation()]
		old := in.stored.links[r.Key()]
		now := &EDMLink{MouldID: o.MouldID, OperationID: o.ID, Burn: Burn{ElectrodeID: in.stored.parts[r.Electrode()].ID, PiecesUsed: 1}}
		if old != nil {
			*now = *old
		}
		now.BurnSeq, now.BurnMinutes, now.PiecesUsed = r.BurnSeq.Or(now.BurnSeq), r.BurnHours.Or(now.BurnMinutes), r.PiecesUsed.Or(now.PiecesUsed)
		w := in.writesOf(r.Scope())
		action := upsert(old, now, &w.newLinks, &w.changed)
		w.touch(o, action)
		in.done("edmLinks", r.Line, r.Key(), action, differences(in, "edmLinks", old, now)...)
		in.stored.links[r.Key()] = now
	}
}
