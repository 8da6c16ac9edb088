package identity

import (
	"strings"
	"sync"
)

// Common passwords are made from parts, for people make them so: a word and a tail, or a row of the keyboard. Words
// that break the rule of format by themselves are not listed. Sources of the habits: the yearly lists of the most used
// passwords that NordPass and the NCSC publish.
var (
	commonWords = strings.Fields(`password passwd pass admin root user test guest login welcome hello master qwerty qwertyuiop asdf asdfgh asdfghjkl zxcvbn
		zxcvbnm abc abcd abcde abcdef iloveyou love woaini aini wode monkey dragon sunshine princess football baseball shadow superman batman
		michael jordan charlie letmein trustno secret summer winter spring autumn china zhongguo beijing shanghai shenzhen guangzhou dongguan
		wang zhang li liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo
		mould mold moju mujv gongchang factory company gongsi changjia planner scheduler operator manager system sysadmin administrator
		aa aaa a q qq qwe qaz wsx edc asd zxc zaq p w m x z s y l j h
		computer internet google apple samsung huawei xiaomi taobao alibaba tencent wechat weixin baidu office windows linux oracle mysql`)
	commonTails = strings.Fields(`1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 0 00 000 001 111 1111 11111 111111 222222 321 54321 654321
		520 5201314 1314 1314520 521 666 6666 666666 888 8888 888888 88888888 999 999999 168 1688 110 119 147258 159357 123123 112233 121212 
		! !! @ # . @123 @1234 @12345 @123456 #123 123! 1234! 123456! 123. 123@ 123# !@# !@#$ 1! 1@ 01 11 69 007 2000 2008 2010
		2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 @2023 @2024 @2025 @2026`)
	commonWhole = strings.Fields(`1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qazxsw2 zaq12wsx !qaz2wsx 1qaz@wsx q1w2e3 q1w2e3r4 qwer1234 1234qwer asdf1234 1234asdf
		qaz123wsx qwe123asd passw0rd p@ssword p@ssw0rd p@ss123 pa55word pa$$word adm1n 123qwe 123qweasd 123asd 123abc 1234abcd 12345a 123456a 123456aa
		1234567a 123456789a 12345678a 123456q 123456qq 123456abc 123456@ 123456. 123456! 1a2b3c 1a2b3c4d a1b2c3 a1b2c3d4 a1s2d3f4 abc123456 aa123456.
		x123456789 5201314a 1314520a 520520a 111111a 000000a 888888a 666666a 123321a 112233a 11223344a 147258369a`)
)

// commonPasswords is every combination, in lower case.
var commonPasswords = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool, 2*len(commonWords)*len(commonTails))
	for _, word := range commonWords {
		for _, tail := range commonTails {
			all[word+tail], all[tail+word] = true, true
		}
	}
	for _, whole := range commonWhole {
		all[whole] = true
	}
	return all
})

// isCommon tells whether a password is one of those that are tried first, whatever its case.
func isCommon(password string) bool { return commonPasswords()[strings.ToLower(password)] }
