package main

import "testing"

// Half of a work app's options is an error that names the other half; none is no app.
func TestHalfAWorkAppIsRefused(t *testing.T) {
	for _, c := range []struct {
		options workApps
		apps    int
		refused string
	}{
		{workApps{}, 0, ""},
		{workApps{WeComCorpID: "ww1", WeComAgentID: "2", WeComSecret: "s", DingTalkID: "d", DingTalkKey: "s"}, 2, ""},
		{workApps{WeComCorpID: "ww1"}, 0, "wecom needs --wecom-agent-id and --wecom-secret too"},
		{workApps{DingTalkKey: "s"}, 0, "dingtalk needs --dingtalk-client-id too"},
	} {
		list, err := c.options.connectors()
		said := ""
		if err != nil {
			said = err.Error()
		}
		if len(list) != c.apps || said != c.refused {
			t.Errorf("%+v: %d apps, %q", c.options, len(list), said)
		}
	}
}
