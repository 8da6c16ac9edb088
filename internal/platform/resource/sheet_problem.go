package resource

import (
	"errors"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
)

// The words for files that cannot be read: what is wrong, where, which limit, and what to do.
var (
	msgEmptyFile    = problem.L("文件是空的", "The file is empty")
	msgNoRows       = problem.L("文件是空的：没有数据行", "The file is empty: it holds no row of data")
	msgNotSheet     = problem.L("文件格式不支持：请使用 %s", "File format not supported: please use %s")
	msgFound        = problem.L("%s。此文件是%s", "%s. This file is %s")
	msgEncoding     = problem.L("文字编码不支持：csv 可以是 UTF-8 或 GB18030（含 GBK、GB2312）编码，请另存为其中一种，或另存为 xlsx", "The text encoding is not supported: a csv may be in UTF-8 or GB18030 (GBK, GB2312); please save it in one of these, or as xlsx")
	msgJSONEncoding = problem.L("文字编码不支持：JSON 须为 UTF-8 编码，请用文本编辑器打开，另存为 UTF-8 后再上传", "The text encoding is not supported: JSON must be in UTF-8; please open the file in a text editor, save it as UTF-8 and upload that")
	msgEncrypted    = problem.L("文件已加密：请去掉密码后再上传", "The file is encrypted: please save it without a password")
	msgFileLarge    = problem.L("文件过大：最多 20 MB，解压后最多 64 MB", "The file is too large: at most 20 MB, unpacked at most 64 MB")
	msgManyRows     = problem.L("行数过多：所有工作表合计最多 %d 行，请分成几个文件", "Too many rows: at most %d in all sheets together, please split the file")
	msgManyColumns  = problem.L("列数过多：最多 %d 列", "Too many columns: at most %d")
	msgDamaged      = problem.L("文件已损坏，没有读取任何内容：请用表格软件打开并另存后再上传", "The file is damaged and nothing was read: please open it in a spreadsheet program, save it anew and upload that")
	msgLongCell     = problem.L("单元格内容过长：最多 %d 个字符", "The text of a cell is too long: at most %d characters")
	msgManyCells    = problem.L("单元格过多：空格也算在内最多 %d 个，请分成几个文件", "Too many cells: at most %d, gaps between them counted; please split the file")
	msgMuchText     = problem.L("文字过多：全部单元格最多 %d MB，请分成几个文件", "Too much text: at most %d MB in all cells, please split the file")
	msgManyParts    = problem.L("文件内部结构异常：包含的部分或工作表超过 %d 个", "The file is no usual workbook: it has more than %d parts or sheets")
	msgComplex      = problem.L("文件内部结构异常：某个部分的元素过多或嵌套过深（上限 %d）", "The file is no usual workbook: one of its parts has too many or too deeply nested elements (limit %d)")
	msgManyBlanks   = problem.L("空单元格过多（超过 %d 个）：请清除没有数据的行和列的格式，另存后再上传", "Too many empty cells (more than %d): please clear the formats of rows and columns without data, and save the file anew")
	msgInSheet      = problem.L("工作表“%s”第 %d 行：%s", "Sheet “%s”, row %d: %s")
	msgInSheetOnly  = problem.L("工作表“%s”：%s", "Sheet “%s”: %s")
	msgInRow        = problem.L("第 %d 行：%s", "Row %d: %s")
	msgInPart       = problem.L("%s（文件内的 %s）", "%s (%s inside the file)")
)

// ListFormats are the formats that a list is read from.
var ListFormats = problem.L("xlsx、xls 或 csv", "xlsx, xls or csv")

// contentWords are what a file is that is no table.
var contentWords = map[sheet.Content]problem.Text{
	sheet.ContentText:     problem.L("没有表格的文字，开头为“%s”", "a text without a table, beginning with “%s”"),
	sheet.ContentPage:     problem.L("网页或 XML 文件", "a web page or XML"),
	sheet.ContentJSON:     problem.L("JSON 文件", "JSON"),
	sheet.ContentPDF:      problem.L("PDF 文件", "a PDF"),
	sheet.ContentPicture:  problem.L("图片", "a picture"),
	sheet.ContentArchive:  problem.L("压缩包，其中没有工作簿", "an archive without a workbook"),
	sheet.ContentOldBook:  problem.L("Excel 97 之前的工作簿，请另存为 xlsx", "a workbook of before Excel 97; please save it as xlsx"),
	sheet.ContentWord:     problem.L("Word 文档", "a Word document"),
	sheet.ContentSlides:   problem.L("PowerPoint 演示文稿", "a PowerPoint presentation"),
	sheet.ContentRTF:      problem.L("RTF 文档", "an RTF document"),
	sheet.ContentOpen:     problem.L("OpenDocument 文件，若为表格请另存为 xlsx", "an OpenDocument; if it is a workbook, please save it as xlsx"),
	sheet.ContentDrawing:  problem.L("CAD 图纸", "a CAD drawing"),
	sheet.ContentProgram:  problem.L("Windows 程序", "a Windows program"),
	sheet.ContentDocument: problem.L("没有可读取工作表的文档", "a document without a sheet that can be read"),
}

// jsonWords are what is wrong with a JSON where JSON is read: its format is supported, what it holds is not.
var jsonWords = map[sheet.Content]problem.Text{
	sheet.ContentTornJSON:  problem.L("JSON 不完整或有语法错误：请重新导出后再上传", "The JSON is cut off or breaks the grammar of JSON: please export it anew and upload that"),
	sheet.ContentOuterJSON: problem.L("JSON 的最外层须为对象，每个工作表对应一个由行组成的数组，例如 %s", "The outer value of the JSON must be an object that has an array of rows for each sheet, such as %s").With(jsonExample),
	sheet.ContentRowsJSON:  problem.L("JSON 中每个工作表须为数组，其中每一行是一个对象，例如 %s", "In the JSON each sheet must be an array, and each of its rows an object, such as %s").With(jsonExample),
}

const jsonExample = `{"moulds": [{"mouldNo": "M1"}]}`

// notSheet says which formats are read and what the file is instead.
func notSheet(e *sheet.Error, formats problem.Text) problem.Text {
	text := msgNotSheet.With(formats)
	found, known := contentWords[e.Content]
	switch {
	case !known:
		return text
	case e.Content == sheet.ContentText:
		found = found.With(cell.Show(e.Excerpt))
	}
	return msgFound.With(text, found)
}

// sheetWords are the words for a kind, without its place.
func sheetWords(e *sheet.Error, formats problem.Text) problem.Text {
	switch e.Kind {
	case sheet.Empty:
		return msgEmptyFile
	case sheet.NotWorkbook:
		if text, isJSON := jsonWords[e.Content]; isJSON {
			return text
		}
		return notSheet(e, formats)
	case sheet.WrongEncoding:
		if e.Content == sheet.ContentJSON {
			return msgJSONEncoding
		}
		return msgEncoding
	case sheet.Encrypted:
		return msgEncrypted
	case sheet.TooLarge:
		return msgFileLarge
	case sheet.TooManyRows:
		return msgManyRows.With(e.Limit)
	case sheet.TooManyColumns:
		return msgManyColumns.With(e.Limit)
	case sheet.TooLong:
		return msgLongCell.With(e.Limit)
	case sheet.TooManyCells:
		return msgManyCells.With(e.Limit)
	case sheet.TooMuchText:
		return msgMuchText.With(e.Limit >> 20)
	case sheet.TooManyParts:
		return msgManyParts.With(e.Limit)
	case sheet.TooManyBlanks:
		return msgManyBlanks.With(e.Limit)
	case sheet.TooManyElements:
		return msgComplex.With(e.Limit)
	default:
		return msgDamaged
	}
}

// EmptyFile refuses a file of nothing, or of blanks alone, by the field "file": whoever reads another format would call it damaged.
func EmptyFile(data []byte) error {
	if !sheet.Blank(data) {
		return nil
	}
	return SheetProblem(&sheet.Error{Kind: sheet.Empty}, ListFormats)
}

// NoRows refuses a table that holds its headings and nothing below them.
func NoRows() error {
	return problem.Invalid(problem.Field("file", sheet.Empty.String(), msgNoRows))
}

// SheetProblem words an error of reading a file: the kind, the place and the limit that was exceeded. formats are those that its
// reader takes.
func SheetProblem(err error, formats problem.Text) error {
	var e *sheet.Error
	if !errors.As(err, &e) {
		return err
	}
	text := sheetWords(e, formats)
	if e.Part != "" && e.Sheet == "" {
		text = msgInPart.With(text, e.Part)
	}
	switch {
	case e.Sheet != "" && e.Row > 0:
		text = msgInSheet.With(e.Sheet, e.Row, text)
	case e.Sheet != "":
		text = msgInSheetOnly.With(e.Sheet, text)
	case e.Row > 0:
		text = msgInRow.With(e.Row, text)
	}
	p := problem.Invalid(problem.Field("file", e.Kind.String(), text))
	var asProblem *problem.Problem
	if errors.As(p, &asProblem) {
		asProblem.Text, asProblem.Cause = text, err
	}
	return p
}
