package cell

import "mouldworks/internal/platform/problem"

// RuleEncoding is broken by a text in no UTF-8, of which nobody can tell whether it was read rightly. It keeps no row out.
const RuleEncoding = "encoding"

var msgAssumed = problem.L("文件不是 UTF-8 编码，已按 GB18030 读取：“%s”。如有乱码，请另存为 UTF-8 后重新上传", "The file is not in UTF-8 and was read as GB18030: “%s”. Where that is wrong, save it as UTF-8 and upload it again")

// Assumed says in which encoding a text was read, by the first cell that would read otherwise in another.
func Assumed(value string) *Fault { return &Fault{RuleEncoding, msgAssumed.With(Brief(value))} }
