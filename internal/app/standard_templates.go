package app

import (
	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
)

// standardTemplates are the sections, processes and part types that most mould shops have.
func standardTemplates() (all []template) {
	for i := range demo.StandardSections {
		x := &demo.StandardSections[i]
		all = append(all, template{
			kind: sectionTemplate, key: x.Name, name: x.Title, code: x.Name,
			save: func(m *templateMaker, t *template) (string, error) { return m.section(x, t.place) },
		})
	}
	for i := range demo.StandardProcesses {
		x := &demo.StandardProcesses[i]
		all = append(all, template{
			kind: processTemplate, key: x.Code, name: x.Title, code: x.Code, section: x.Section,
			save: func(m *templateMaker, _ *template) (string, error) { return m.process(x) },
		})
	}
	for i := range demo.StandardPartTypes {
		x := &demo.StandardPartTypes[i]
		all = append(all, template{
			kind: partTypeTemplate, key: x.Code, name: x.Title, code: x.Code,
			save: func(m *templateMaker, t *template) (string, error) { return m.partType(x, t.place) },
		})
	}
	return all
}

func (m *templateMaker) section(x *demo.StandardSection, place int) (string, error) {
	row := &basedata.Section{
		Name: x.Name, ChineseName: x.Title.Zh, SectionType: x.Type, Colour: x.Colour, NeedCAM: x.NeedCAM, SortOrder: place,
		CAMUploadType: basedata.UploadMenuAndProgram, DeductRest: true, Valid: true, ReportItems: []basedata.ReportItem{},
	}
	err := m.app.Master.Sections.Save(m.ctx, m.tx, row)
	return row.ID, err
}

// process stands behind the one that comes before it, where that is there, and in the group of its section, where that is the only one.
func (m *templateMaker) process(x *demo.StandardProcess) (string, error) {
	row := &basedata.Process{
		Code: x.Code, Name: m.say(x.Title), EnglishName: x.Title.En, Class: int(x.Class), DefaultMinutes: x.Minutes, Unattended: x.Unattended, Valid: true,
	}
	for _, before := range demo.StandardProcesses {
		if before.Code == x.After {
			row.PreProcessID = m.stored.find(processTemplate, before.Code, before.Title)
		}
	}
	for _, section := range demo.StandardSections {
		if section.Name != x.Section {
			continue
		}
		var groups []basedata.Group
		at := m.stored.find(sectionTemplate, section.Name, section.Title)
		if err := m.tx.Select(&groups).Columns("id", "code").Where("section_id = ? AND valid = ?", at, true).Scan(m.ctx); err != nil {
			return "", err
		}
		if len(groups) == 1 {
			row.DefaultGroup = groups[0].Code
		}
	}
	err := m.app.Master.Processes.Save(m.ctx, m.tx, row)
	return row.ID, err
}

func (m *templateMaker) partType(x *demo.StandardPartType, place int) (string, error) {
	row := &basedata.PartType{
		Name: m.say(x.Title), EnglishName: x.Title.En, Code: x.Code, Prefix: x.Prefix, Manufacturing: 2, WorkpieceType: basedata.WorkpieceWorkpiece,
		SortOrder: place, Parameters: []basedata.PartParameter{}, Valid: true,
	}
	if x.Electrode {
		row.WorkpieceType = basedata.WorkpieceElectrode
	}
	err := m.app.Master.PartTypes.Save(m.ctx, m.tx, row)
	return row.ID, err
}
