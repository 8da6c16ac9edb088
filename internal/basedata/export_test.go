package basedata

// What the screen of the flow times calls, for the tests of its rules.
var (
	SaveFlows   = (*Master).saveFlows
	RemoveFlows = (*Master).removeFlows
	FlowsShown  = (*Master).flowEntries
)

// FloorsShown are the sections to choose from on the screen of floor plans.
var FloorsShown = (*Master).layoutSections
