package identity

import "strings"

// longestAgent is how much of a User-Agent is kept; the rest is somebody playing.
const longestAgent = 300

func clip(agent string) string {
	agent = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, agent)
	return agent[:min(len(agent), longestAgent)]
}

// names of programs and systems by what their User-Agent holds; the first match counts, so that those which also name
// others (Edge says Chrome, Chrome says Safari) stand before them.
var (
	programs = [][2]string{
		{"wxwork", "WeCom"},
		{"MicroMessenger", "WeChat"},
		{"DingTalk", "DingTalk"},
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"Firefox/", "Firefox"},
		{"Chrome/", "Chrome"},
		{"Safari/", "Safari"},
		{"curl/", "curl"},
		{"Go-http-client", "Go"},
	}
	systems = [][2]string{
		{"Windows", "Windows"},
		{"Android", "Android"},
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Macintosh", "macOS"},
		{"Linux", "Linux"},
	}
)

// deviceOf names the program and the system of a User-Agent as people know them: "Chrome · Windows". It guesses; nothing
// may depend on it.
func deviceOf(agent string) string {
	var parts []string
	for _, known := range [][][2]string{programs, systems} {
		for _, k := range known {
			if strings.Contains(agent, k[0]) {
				parts = append(parts, k[1])
				break
			}
		}
	}
	return strings.Join(parts, " · ")
}
