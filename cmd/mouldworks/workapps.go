package main

import (
	"fmt"
	"slices"
	"strings"

	"mouldworks/internal/sso"
)

// workApps choose the work apps that sign people in. Give the secrets by their environment variables: everybody sees a
// command line.
type workApps struct {
	WeComCorpID  string `name:"wecom-corp-id" help:"Sign people in through WeCom: the company's CorpID."`
	WeComAgentID string `name:"wecom-agent-id" help:"AgentId of the company's own app in WeCom."`
	WeComSecret  string `name:"wecom-secret" help:"Secret of that app; best by the environment variable."`
	DingTalkID   string `name:"dingtalk-client-id" help:"Sign people in through DingTalk: the Client ID (AppKey) of the company's own app."`
	DingTalkKey  string `name:"dingtalk-client-secret" help:"Client secret of that app; best by the environment variable."`
	DingTalkCorp string `name:"dingtalk-corp-id" help:"Only people of this company, by its CorpId in DingTalk; default: whoever is linked here."`
}

// connectors are what the options ask for; half an app is an error.
func (o workApps) connectors() ([]sso.Connector, error) {
	var list []sso.Connector
	wecom, err := complete("wecom", map[string]string{"corp-id": o.WeComCorpID, "agent-id": o.WeComAgentID, "secret": o.WeComSecret})
	if err != nil {
		return nil, err
	}
	if wecom {
		list = append(list, sso.NewWeCom(sso.WeComOptions{CorpID: o.WeComCorpID, AgentID: o.WeComAgentID, Secret: o.WeComSecret}))
	}
	dingtalk, err := complete("dingtalk", map[string]string{"client-id": o.DingTalkID, "client-secret": o.DingTalkKey})
	if err != nil {
		return nil, err
	}
	if dingtalk {
		list = append(list, sso.NewDingTalk(sso.DingTalkOptions{ClientID: o.DingTalkID, ClientSecret: o.DingTalkKey, CorpID: o.DingTalkCorp}))
	}
	return list, nil
}

// complete tells whether an app is asked for, and fails when a part is missing.
func complete(app string, parts map[string]string) (bool, error) {
	var missing []string
	for name, value := range parts {
		if value == "" {
			missing = append(missing, "--"+app+"-"+name)
		}
	}
	if len(missing) == len(parts) {
		return false, nil
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		return false, fmt.Errorf("%s needs %s too", app, strings.Join(missing, " and "))
	}
	return true, nil
}
