package instance

// taillardSeeds are the seeds of times and machines that É. Taillard published
// for ta01 to ta80 ("Benchmarks for basic scheduling problems", European
// Journal of Operational Research 64, 1993).
var taillardSeeds = [...][2]int64{
	{840612802, 398197754},
	{1314640371, 386720536},
	{1227221349, 316176388},
	{342269428, 1806358582},
	{1603221416, 1501949241},
	{1357584978, 1734077082},
	{44531661, 1374316395},
	{302545136, 2092186050},
	{1153780144, 1393392374},
	{73896786, 1544979948},
	{533484900, 317419073},
	{1894307698, 1474268163},
	{874340513, 509669280},
	{1124986343, 1209573668},
	{1463788335, 529048107},
	{1056908795, 25321885},
	{195672285, 1717580117},
	{961965583, 1353003786},
	{1610169733, 1734469503},
	{532794656, 998486810},
	{1035939303, 773961798},
	{5997802, 1872541150},
	{1357503601, 722225039},
	{806159563, 1166962073},
	{1902815253, 1879990068},
	{1503184031, 1850351876},
	{1032645967, 99711329},
	{229894219, 1158117804},
	{823349822, 108033225},
	{1297900341, 489486403},
	{98640593, 1981283465},
	{1839268120, 248890888},
	{573875290, 2081512253},
	{1670898570, 788294565},
	{1118914567, 1074349202},
	{178750207, 294279708},
	{1549372605, 596993084},
	{798174738, 151685779},
	{553410952, 1329272528},
	{1661531649, 1173386294},
	{1841414609, 1357882888},
	{2116959593, 1546338557},
	{796392706, 1230864158},
	{532496463, 254174057},
	{2020525633, 978943053},
	{524444252, 185526083},
	{1569394691, 487269855},
	{1460267840, 1631446539},
	{198324822, 1937476577},
	{38071822, 1541985579},
	{17271, 718939},
	{660481279, 449650254},
	{352229765, 949737911},
	{1197518780, 166840558},
	{1376020303, 483922052},
	{2106639239, 955932362},
	{1765352082, 1209982549},
	{1105092880, 1349003108},
	{907248070, 919544535},
	{2011630757, 1845447001},
	{8493988, 2738939},
	{1991925010, 709517751},
	{342093237, 786960785},
	{1634043183, 973178279},
	{341706507, 286513148},
	{320167954, 1411193018},
	{1089696753, 298068750},
	{433032965, 1589656152},
	{615974477, 331205412},
	{236150141, 592292984},
	{302034063, 1203569070},
	{1437643198, 1692025209},
	{1792475497, 1039908559},
	{1647273132, 1012841433},
	{696480901, 1689682358},
	{1785569423, 1092647459},
	{117806902, 739059626},
	{1639154709, 1319962509},
	{2007423389, 749368241},
	{682761130, 262763021},
}

// taillardSizes are jobs and machines of each ten of them.
var taillardSizes = [...][2]int64{{15, 15}, {20, 15}, {20, 20}, {30, 15}, {30, 20}, {50, 15}, {50, 20}, {100, 20}}

// lcg is the generator of Bratley, Fox and Schrage that Taillard used.
type lcg int64

// between draws from lo to hi, both included.
func (s *lcg) between(lo, hi int64) int64 {
	const a, b, c, m = 16807, 127773, 2836, 1<<31 - 1
	k := int64(*s) / b
	v := a*(int64(*s)%b) - k*c
	if v < 0 {
		v += m
	}
	*s = lcg(v)
	return lo + int64(float64(v)/float64(m)*float64(hi-lo+1))
}

// Taillard generates ta01 to ta80 by their number. Errors are *Error.
func Taillard(number int) (*Loaded, error) {
	if number < 1 || number > len(taillardSeeds) {
		return nil, wrong("number", "%d, want 1..%d", number, len(taillardSeeds))
	}
	size, seeds := taillardSizes[(number-1)/10], taillardSeeds[number-1]
	return TaillardShop(size[0], size[1], seeds[0], seeds[1])
}

// TaillardShop generates a job shop by Taillard's procedure: times from 1 to
// 99, every job once on every machine. Seeds lie between 1 and 2^31 - 2.
// Errors are *Error.
func TaillardShop(jobs, machines, timeSeed, machineSeed int64) (*Loaded, error) {
	const most = 1<<31 - 2
	if jobs < 1 || machines < 1 || jobs > 10_000 || machines > 10_000 || jobs*machines > 1_000_000 {
		return nil, wrong("size", "%d jobs on %d machines, at most a million operations", jobs, machines)
	}
	if timeSeed < 1 || timeSeed > most || machineSeed < 1 || machineSeed > most {
		return nil, wrong("seed", "%d and %d, want 1..%d", timeSeed, machineSeed, most)
	}
	times, order := lcg(timeSeed), lcg(machineSeed)
	minutes := make([]int64, jobs*machines)
	for i := range minutes {
		minutes[i] = times.between(1, 99)
	}
	b := newBenchmark(machines)
	route := make([]int64, machines)
	for j := range jobs {
		for k := range route {
			route[k] = int64(k)
		}
		for k := range route {
			x := order.between(int64(k), machines-1)
			route[k], route[x] = route[x], route[k]
		}
		b.job(j + 1)
		for k := range machines {
			b.op(k)
			b.mode(route[k], minutes[j*machines+k])
		}
	}
	return b.done()
}
