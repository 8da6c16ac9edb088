import { defineTexts } from "@/i18n/define-texts";

/** Words that every screen needs. */
export const { useTexts: useUiTexts } = defineTexts(
  "ui",
  {
    cancel: "取消",
    close: "关闭",
    clear: "清除",
    save: "保存",
    delete: "删除",
    search: "搜索",
    loading: "正在加载…",
    retry: "重试",
    yes: "是",
    no: "否",
    goOn: "继续",
    exported: "导出成功",
  },
  {
    cancel: "Cancel",
    close: "Close",
    clear: "Clear",
    save: "Save",
    delete: "Delete",
    search: "Search",
    loading: "Loading…",
    retry: "Try again",
    yes: "Yes",
    no: "No",
    goOn: "Continue",
    exported: "Export success",
  },
);
