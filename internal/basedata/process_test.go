package basedata_test

import (
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
)

// BASE-PROCESS-03, BASE-PROCESS-04.
func TestAProcessIsNeverItsOwnNeighbourAndStaysWhileItIsOne(t *testing.T) {
	each(t, func(s *shop) {
		var rough, fine *basedata.Process
		s.write(func(tx store.Tx) (err error) {
			if rough, err = s.master.Processes.Create(s.ctx, tx, resourcetest.Body(s, map[string]any{"code": "R", "name": "粗加工", "class": 3})); err != nil {
				return err
			}
			fine, err = s.master.Processes.Create(s.ctx, tx, resourcetest.Body(s, map[string]any{"code": "F", "name": "精加工", "class": 3, "preProcessId": rough.ID}))
			return err
		})
		err := s.db.Write(s.ctx, func(tx store.Tx) error {
			_, err := s.master.Processes.Patch(s.ctx, tx, fine.ID, resourcetest.Body(s, map[string]any{"version": 1, "postProcessId": fine.ID}))
			return err
		})
		if !slices.Equal(resourcetest.Broken(err), []string{"postProcessId self"}) {
			s.Errorf("its own post-process: %v", err)
		}
		err = s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.Processes.Delete(s.ctx, tx, rough.ID) })
		if !slices.Equal(resourcetest.Broken(err), []string{"20000"}) {
			s.Errorf("deleting a pre-process: %v", err)
		}
	})
}

// BASE-PROCESS-01, BASE-PROCESS-02, BASE-PROCESS-05, BASE-PROCESS-06.
func TestProcessRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.Processes, "code", "name", "content", "defaultTime", "timeSource", "preProcessId", "postProcessId")
		base := map[string]any{"code": "P", "name": "工艺", "class": basedata.ClassMachining}
		must(s, s.master.Processes, base)
		other := func(n string, more map[string]any) map[string]any {
			more["code"], more["name"] = n, "工艺"+n
			return more
		}
		try(s, s.master.Processes, base,
			attempt{"again", nil, []string{"code unique", "name unique"}},
			attempt{"an unknown time source", other("A", map[string]any{"timeSource": 2}), []string{"timeSource choice"}},
			attempt{"the estimate of CAM", other("B", map[string]any{"timeSource": 1, "defaultTime": 2.5}), nil},
			attempt{"a check of programs that machines", other("C", map[string]any{"camqc": true}), []string{"camqc class"}},
			attempt{"a check of programs in design", other("D", map[string]any{"camqc": true, "class": basedata.ClassDesign}), nil},
			attempt{"a check of programs in CAM", other("E", map[string]any{"camqc": true, "class": basedata.ClassCAM}), nil},
			attempt{"a weight main process in design", other("F", map[string]any{"weightMain": true, "class": basedata.ClassDesign}), []string{"weightMain class"}},
			attempt{"a weight main process in CAM", other("G", map[string]any{"weightMain": true, "class": basedata.ClassCAM}), nil},
		)
		p := must(s, s.master.Processes, other("H", map[string]any{"class": 3}))
		err := change(s, s.master.Processes, p.ID, 1, map[string]any{"preProcessId": p.ID})
		if !slices.Equal(resourcetest.Broken(err), []string{"preProcessId self"}) || !strings.Contains(said(err, "zh"), "自己的前工艺") || !strings.Contains(said(err, "en"), "its own pre-process") {
			s.Errorf("its own pre-process: %v", err)
		}
	})
}

// A process that stands before or behind another one stays, and the refusal lists who names it, by field.
func TestARefusedDeletionListsWhoNeedsTheRecord(t *testing.T) {
	each(t, func(s *shop) {
		rough := must(s, s.master.Processes, map[string]any{"code": "R", "name": "粗铣", "class": basedata.ClassMachining})
		behind := must(s, s.master.Processes, map[string]any{"code": "B", "name": "电火花", "class": basedata.ClassEDM})
		must(s, s.master.Processes, map[string]any{"code": "F", "name": "精铣", "class": basedata.ClassMachining, "preProcessId": rough.ID, "postProcessId": behind.ID})
		ctx := permitted(s.ctx, s.master.Processes)
		for id, want := range map[string]string{rough.ID: "前工艺", behind.ID: "后工艺"} {
			err := s.db.Write(ctx, func(tx store.Tx) error { return s.master.Processes.Delete(ctx, tx, id) })
			if words := said(err, "zh"); !slices.Equal(resourcetest.Broken(err), []string{"20000"}) || !strings.Contains(words, "工艺 · "+want) || !strings.Contains(words, `"title":"精铣"`) || !strings.Contains(words, `"entity":"process"`) {
				s.Errorf("%s: %s", want, words)
			}
		}
	})
}
