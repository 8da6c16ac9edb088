package gateway

import "strings"

// carried are the calls that browsers make through a gateway: those of the modules of its factory. Whatever is not named
// here goes to the cloud. A company may run a gateway of its own making, so nothing stands here that lets somebody in
// (QR codes), that is a person's own (messages), or that reaches beyond the factory (factories, modules, wording).
var carried = []string{
	"aps", "bom", "capp", "mf",
	"bms/accuracy-grade", "bms/calendar", "bms/customer", "bms/electrode-gap", "bms/file", "bms/group", "bms/machine", "bms/machine-attribute",
	"bms/material", "bms/member", "bms/order-type", "bms/part-type", "bms/process", "bms/processing-material", "bms/resource-exception", "bms/section",
	"bms/shift", "bms/supplier",
}

// ownCalls begins the calls that a gateway makes itself about files, on behalf of a person.
const ownCalls = "gateway/file"

// Carries tells whether a call of a path below api.Prefix may reach the cloud through a gateway.
func Carries(path string) bool {
	if within(path, ownCalls) {
		return true
	}
	for _, c := range carried {
		if within(path, c) {
			return true
		}
	}
	return false
}

// within tells whether a path is a folder or lies below it.
func within(path, folder string) bool {
	rest, ok := strings.CutPrefix(path, folder)
	return ok && (rest == "" || rest[0] == '/')
}
