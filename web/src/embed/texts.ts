import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useEmbedTexts } = defineTexts(
  "embed",
  {
    refused: "不能打开此地址",
    refusedText:
      "此地址不是本系统的页面，也不在服务器允许嵌入的网站之中。如需使用，请联系管理员。",
    frame: "嵌入的页面：{{host}}",
    slow: "页面加载较慢。如果一直是空白，可在新标签页中打开：",
    beside: "在新标签页中打开",
  },
  {
    refused: "This address cannot be opened",
    refusedText:
      "It is no page of this product, and the server does not allow its website in a frame. Ask your administrator if you need it.",
    frame: "Embedded page: {{host}}",
    slow: "The page is slow to load. If it stays blank, open it in a new tab:",
    beside: "Open in a new tab",
  },
);
