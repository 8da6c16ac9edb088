import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useLogoTexts } = defineTexts(
  "logo",
  {
    title: "企业标志",
    hint: "PNG、JPG 或 GIF，最大 500 KB、2000×2000 像素，建议高 72 像素、背景透明",
    header: "页眉标志",
    headerHint: "显示在每个页面左上角，代替 Mouldworks 标志",
    start: "首页标志",
    startHint: "显示在首页的欢迎词上方",
    ours: "当前使用 Mouldworks 的标志",
    choose: "选择图片",
    change: "更换图片",
    remove: "恢复默认",
    saved: "标志已保存",
    removed: "已恢复默认标志",
    tooBig: "标志不能超过 500 KB",
    format: "文件格式不支持或已损坏：请使用完好的 png、jpg 或 gif",
  },
  {
    title: "Company logo",
    hint: "PNG, JPG or GIF, up to 500 KB and 2000 x 2000 pixels; best 72 pixels high on a transparent background",
    header: "Logo of the header",
    headerHint:
      "Stands at the top left of every page in place of the Mouldworks logo",
    start: "Logo of the start page",
    startHint: "Stands above the welcome on the start page",
    ours: "The Mouldworks logo is in use",
    choose: "Choose a picture",
    change: "Change the picture",
    remove: "Back to the default",
    saved: "The logo is saved",
    removed: "The default logo is back",
    tooBig: "A logo may have at most 500 KB",
    format:
      "File format not supported, or the file is damaged: please use an intact png, jpg or gif",
  },
);
