// Package solving finds the plan of a problem under its settings.
//
// What lives here: the engine's runs by goal, the limit of changes in the frozen window, segments, and the figures by which plans are
// compared. What never does: rows of the database, the engine itself (solver).
package solving

import (
	"mouldworks/internal/aps/model"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// Solution is a problem with the plan that the engine has for it.
type Solution struct {
	Translation *model.Translation
	Loaded      *instance.Loaded
	Shop        *solver.Shop
	Plan        *solver.Plan
	Beside      []Carried      // what the plan goes around
	Before      []solver.Place // where the plan in force has each operation of a plan kept by hand; nil as the problem says
	Segmented   bool           // by setting 2
	Resumed     bool           // the search began from the plan of another node
}

// Carried is a task that is carried over, of a mould that the run does not plan.
type Carried struct {
	ID, Mould string
	Minutes   solver.Min // working
}

// Failure is a run that cannot end well, with words for the user.
type Failure struct{ Code, Detail string }

func (f Failure) Error() string { return f.Code + ": " + f.Detail }
