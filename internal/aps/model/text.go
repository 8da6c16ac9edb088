package model

import "mouldworks/internal/platform/problem"

// L is a short name for texts.
var L = problem.L
