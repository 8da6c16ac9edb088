package resource

import (
	"errors"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
)

// What a file is instead of a table stands in its sentence as Chinese is written.
func TestWhatAFileIsStandsInItsSentence(t *testing.T) {
	for content, want := range map[sheet.Content]string{
		sheet.ContentJSON:    "文件格式不支持：请使用 xlsx、xls 或 csv。此文件是 JSON 文件",
		sheet.ContentPDF:     "文件格式不支持：请使用 xlsx、xls 或 csv。此文件是 PDF 文件",
		sheet.ContentOldBook: "文件格式不支持：请使用 xlsx、xls 或 csv。此文件是 Excel 97 之前的工作簿，请另存为 xlsx",
		sheet.ContentWord:    "文件格式不支持：请使用 xlsx、xls 或 csv。此文件是 Word 文档",
		sheet.ContentPicture: "文件格式不支持：请使用 xlsx、xls 或 csv。此文件是图片",
	} {
		var told *problem.Problem
		if !errors.As(SheetProblem(&sheet.Error{Kind: sheet.NotWorkbook, Content: content}, ListFormats), &told) || told.Text.In(problem.Chinese) != want {
			t.Errorf("%q, want %q", told.Text.In(problem.Chinese), want)
		}
	}
}
