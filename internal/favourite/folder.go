package favourite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// LongestName is how many characters a folder's name may have.
const LongestName = 20

var (
	msgTooManyFolders = problem.L("最多建立 %d 个收藏夹", "At most %d folders can be made")
	msgNameNeeded     = problem.L("请填写收藏夹名称", "A folder needs a name")
	msgNameLong       = problem.L("收藏夹名称不能超过 %d 个字符", "A folder's name has at most %d characters")
	msgNameTwice      = problem.L("收藏夹“%s”已存在", "There is a folder %s already")
)

// Folder is where a person keeps some of the favourites.
type Folder struct {
	bun.BaseModel `bun:"table:favourite_folder"`
	store.Row
	AccountID string `bun:"account_id"`
	Name      string `bun:"name"`
}

// FolderView is a folder as the browser reads it (FAV-03).
type FolderView struct {
	FolderID     string `json:"folderId"`
	FolderName   string `json:"folderName"`
	NewestFolder int    `json:"newestFolder" doc:"1: made last; the panel shows it open"`
}

// FolderWanted is a folder as a person wants it.
type FolderWanted struct {
	FolderID   string `json:"folderId" doc:"of a folder of the caller; any other word stands for a new one, for the places of the same call"`
	FolderName string `json:"folderName"`
}

// Folders lists the caller's folders, the oldest first.
func Folders(ctx context.Context, tx store.Tx) ([]FolderView, error) {
	rows, err := ownFolders(ctx, tx)
	views := make([]FolderView, len(rows))
	for i, f := range rows {
		views[i] = FolderView{FolderID: f.ID, FolderName: f.Name}
	}
	if len(views) > 0 {
		views[len(views)-1].NewestFolder = 1
	}
	return views, err
}

// foldersOf gives the identity that stands for each word that a place may use for a folder, after making the folders
// those that are wanted; nil leaves them as they are.
func foldersOf(ctx context.Context, tx store.Tx, wanted []FolderWanted) (map[string]string, error) {
	if wanted != nil {
		return arrangeFolders(ctx, tx, wanted)
	}
	rows, err := ownFolders(ctx, tx)
	ids := map[string]string{}
	for _, f := range rows {
		ids[f.ID] = f.ID
	}
	return ids, err
}

// arrangeFolders makes the caller's folders those that are wanted: new ones are made, others renamed, and what is not
// wanted goes; its favourites return to the bar.
func arrangeFolders(ctx context.Context, tx store.Tx, wanted []FolderWanted) (map[string]string, error) {
	if err := checkFolders(wanted); err != nil {
		return nil, err
	}
	rows, err := ownFolders(ctx, tx)
	if err != nil {
		return nil, err
	}
	ids := map[string]string{}
	var gone []string
	for i := range rows {
		f := &rows[i]
		at := slices.IndexFunc(wanted, func(w FolderWanted) bool { return w.FolderID == f.ID })
		if at < 0 {
			gone = append(gone, f.ID)
			continue
		}
		ids[f.ID] = f.ID
		if name := strings.TrimSpace(wanted[at].FolderName); name != f.Name {
			f.Name = name
			if err := tx.Update(ctx, f, "name"); err != nil {
				return nil, err
			}
		}
	}
	if err := dropFolders(ctx, tx, gone); err != nil {
		return nil, err
	}
	for _, w := range wanted {
		if w.FolderID != "" && ids[w.FolderID] != "" {
			continue
		}
		f := &Folder{AccountID: tx.Actor().AccountID, Name: strings.TrimSpace(w.FolderName)}
		if err := tx.Insert(ctx, f); err != nil {
			return nil, err
		}
		if w.FolderID != "" { // an empty word means no folder
			ids[w.FolderID] = f.ID
		}
	}
	return ids, nil
}

func dropFolders(ctx context.Context, tx store.Tx, gone []string) error {
	if len(gone) == 0 {
		return nil
	}
	me := tx.Actor().AccountID
	if _, err := tx.Change((*Favourite)(nil)).Set("folder_id = ''").Where("account_id = ?", me).WhereIn("folder_id", gone).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.Remove((*Folder)(nil)).Where("account_id = ?", me).WhereIn("id", gone).Exec(ctx)
	return err
}

// checkFolders names every faulty name at once.
func checkFolders(wanted []FolderWanted) error {
	if len(wanted) > Most {
		return problem.Refuse(msgTooManyFolders, Most)
	}
	var bad []problem.FieldError
	seen := map[string]bool{}
	for i, w := range wanted {
		field, name := fmt.Sprintf("folders.%d.folderName", i), strings.TrimSpace(w.FolderName)
		switch {
		case name == "":
			bad = append(bad, problem.Field(field, "required", msgNameNeeded))
		case utf8.RuneCountInString(name) > LongestName:
			bad = append(bad, problem.Field(field, "max", msgNameLong, LongestName))
		case seen[strings.ToLower(name)]:
			bad = append(bad, problem.Field(field, "unique", msgNameTwice, name))
		}
		seen[strings.ToLower(name)] = true
	}
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	return nil
}

func ownFolders(ctx context.Context, tx store.Tx) ([]Folder, error) {
	var rows []Folder
	err := tx.Select(&rows).Where("account_id = ?", tx.Actor().AccountID).Order("id").Scan(ctx)
	return rows, err
}
