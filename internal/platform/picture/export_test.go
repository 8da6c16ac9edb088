package picture

// Memory is what unpacking was counted to take, in bytes.
func (h Head) Memory() int64 { return h.memory }
