package workbook

// Mould is a row of sheet A.
type Mould struct {
	Line
	MouldNo       string
	Name          Text
	ProjectNo     Text
	Customer      Text
	OrderType     Text
	Delivery      Date // a date means its end
	Release       Date
	Priority      Int
	AssemblyGroup Text
	AssemblyHours Hours
	TryoutGroup   Text
	TryoutHours   Hours
	Status        Int
	Responsible   Text
	Department    Text
}

// Part is a row of sheet B.
type Part struct {
	Line
	MouldNo, PartNo       string
	Name, PartType        Text
	Kind                  Int // 1 workpiece, 2 electrode, 3 assembly
	ParentPart            Text
	NeededAtOp            Int
	Qty                   Int
	Material              Text
	Hardness              Decimal
	Length, Width, Height Decimal // mm
	Weight                Decimal // kg
	AccuracyGrade         Text
	MaterialReady         Date
	DrawingReady          Date
	Due                   Date
}

// Operation is a row of sheet C.
type Operation struct {
	Line
	MouldNo, PartNo    string
	OpNo               int
	Branch             string
	Process, Group     Text
	Hours              Hours // for the quantity of the part
	SetupHours         Hours
	HoursPerPiece      Hours
	Pred               Cell[[]Pred]
	LagAfter           Hours
	Crew               Int
	Unattended         Flag
	Pausable           Flag
	Earliest           Date
	ProgramReady       Date
	CAMStatus          Int
	ElectrodesExpected Int
	ElectrodeDesignDue Date
	Outsource          Int // 0 in-house, 1 possible, 2 always
	Supplier           Text
	LeadDays           Decimal
	Lock               Int // 0 none, 1 resource, 2 resource and times
	LockResource       Text
	LockStart          Date
}

// Electrode is a row of sheet D.
type Electrode struct {
	Line
	MouldNo, ElectrodeNo    string
	Finish                  Int // 1 rough, 2 semi, 3 fine
	Material                Text
	Gap                     Decimal // mm
	Pieces                  Int
	State                   Int // 0 not designed .. 4 stocked
	DesignReady             Date
	StockPosition           Text
	MillGroup, InspectGroup Text
	MillHours, InspectHours Hours
}

// EDMLink is a row of sheet E: an EDM operation burns with an electrode.
type EDMLink struct {
	Line
	MouldNo, PartNo string
	OpNo            int
	Branch          string
	ElectrodeNo     string
	BurnSeq         Int
	BurnHours       Hours
	PiecesUsed      Int
}

// OperationResource is a row of sheet F: a resource that can do an operation, or every operation of a process on parts
// of a type.
type OperationResource struct {
	Line
	MouldNo, PartNo   string
	OpNo              int
	Branch            string
	Process, PartType string
	Resource          string
	Rank              Int
	Hours             Hours
	SetupHours        Hours
}

// Batch is a row of sheet G: a share of a part's quantity that is made by itself.
type Batch struct {
	Line
	MouldNo, PartNo, BatchNo string
	Qty                      Int
	State                    Int // 1 dispatched, 2 paused, 3 closed, 4 finished
}

// Outsourcing is a row of sheet I: an operation that a supplier does.
type Outsourcing struct {
	Line
	MouldNo, PartNo               string
	OpNo                          int
	Branch                        string
	BatchNo                       string
	Supplier                      Text
	OrderedAt, Promised, Received Date
}

// Progress is a row of sheet H: one report.
type Progress struct {
	Line
	MouldNo, PartNo string
	OpNo            int
	Branch          string
	BatchNo         string
	Status          Int // 0 none, 1 running, 2 paused, 3 finished
	Resource        Text
	RealStart       Date
	RealEnd         Date
	ReportedHours   Hours
	RemainingHours  Hours
	QtyDone         Int
	ReportedAt      Date
}

// Material is a row of sheet J, materials.
type Material struct {
	Line
	Code                     string
	Name                     Text
	EnglishName              Text
	Type                     Int // 1 steel, 2 copper, 3 graphite, 4 aluminium, 5 carbide, 9 other
	MinHardness, MaxHardness Decimal
}

// Group is a row of sheet J, resource groups.
type Group struct {
	Line
	Code        string
	Name        Text
	EnglishName Text
	Section     Text
	Calendar    Text
	Shift       Text
	Kind        Int // 1 machines, 2 people, 3 outside
	Members     Int
	Scheduled   Flag
}

// Machine is a row of sheet J, machines.
type Machine struct {
	Line
	Name                            string
	Group, Section                  Text
	WorkRate, LabourRate            Decimal
	Level                           Text
	TravelX, TravelY, TravelZ, Load Decimal // mm, kg
	HardnessMin, HardnessMax        Decimal
	CAxis, Automation               Flag
	Chucks, ChangerSlots            Int
}

// Shift is a row of sheet J, shifts.
type Shift struct {
	Line
	Name        string
	EnglishName Text
	Type        Int // 1 day, 2 late, 3 night, 4 several, 5 around the clock
	Periods     Cell[[]Period]
	Overtime    Hours // allowed after the last period
}

// Calendar is a row of sheet J, work calendars.
type Calendar struct {
	Line
	Name        string
	EnglishName Text
	Default     Flag
	Rest        Cell[[]int] // weekdays, 0 = Sunday
	Holidays    List        // dates
	Workdays    List        // dates that are worked although they would rest
}

// Exception is a row of sheet K.
type Exception struct {
	Line
	Resource, Group string
	Start, End      Date
	Kind            Int // 1 maintenance, 2 breakdown, 3 extra work
	Reason          Text
}

// FlowTime is a row of sheet L.
type FlowTime struct {
	Line
	Up, Down string
	Hours    Hours
}
