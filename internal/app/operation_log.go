package app

import (
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/menu"
	"mouldworks/internal/operationlog"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/production/workbook"
)

func (a *App) operationLogDeps() operationlog.Deps {
	sheets := map[string]problem.Text{}
	for _, s := range workbook.Sheets() {
		sheets[s.Code] = s.Label
	}
	return operationlog.Deps{DB: a.DB, Entities: func() resource.Catalogue { return a.Entities }, Reword: a.rewordIn, Sheets: sheets, Settings: settingFields(), PermissionName: menu.PermissionName}
}

// settingFields declares the scheduling settings for the operation log.
func settingFields() (fields []*resource.Field) {
	for _, s := range setting.Table() {
		f := &resource.Field{Key: s.Key, Label: s.Label, Kind: resource.KindDecimal}
		if s.Unit.En != "" {
			f.UnitText = &s.Unit
		}
		for _, o := range s.Options {
			f.Kind = resource.KindChoice
			f.Options = append(f.Options, resource.Option{Value: o.Value, Label: o.Label})
		}
		fields = append(fields, f)
	}
	return fields
}
