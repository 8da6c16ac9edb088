import { defineTexts } from "@/i18n/define-texts";

/** The words of arranging favourites; they come with the drag kit. */
export const { useTexts: useFavouriteTexts } = defineTexts(
  "favourites",
  {
    saved: "收藏已保存",
    removeNamed: "移除“{{name}}”",
    sortHelp: "按空格键拿起，用方向键移动，再按空格键放下，按 Esc 取消。",
    lifted: "已拿起“{{name}}”",
    over: "“{{name}}”移到第 {{place}} 位",
    dropped: "“{{name}}”放在第 {{place}} 位",
    putBack: "“{{name}}”放回原位",
    overFolder: "“{{name}}”移到收藏夹“{{folder}}”",
    droppedInFolder: "“{{name}}”放入收藏夹“{{folder}}”",
    newFolder: "新建收藏夹",
    folderName: "收藏夹名称",
    removeFolder: "删除收藏夹“{{name}}”",
    dropHere: "拖到这里",
    nameNeeded: "请填写收藏夹名称",
    nameLong: "收藏夹名称不能超过 {{most}} 个字符",
    nameTwice: "收藏夹“{{name}}”已存在",
  },
  {
    saved: "Favourites saved",
    removeNamed: "Remove {{name}}",
    sortHelp:
      "Press Space to lift, move with the arrow keys, press Space again to drop, Escape to cancel.",
    lifted: "{{name}} lifted",
    over: "{{name}} at place {{place}}",
    dropped: "{{name}} dropped at place {{place}}",
    putBack: "{{name}} put back",
    overFolder: "{{name}} over folder {{folder}}",
    droppedInFolder: "{{name}} dropped into folder {{folder}}",
    newFolder: "New folder",
    folderName: "Folder name",
    removeFolder: "Delete folder {{name}}",
    dropHere: "Drag favourites here",
    nameNeeded: "A folder needs a name",
    nameLong: "A folder’s name has at most {{most}} characters",
    nameTwice: "There is a folder {{name}} already",
  },
);
