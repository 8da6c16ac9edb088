import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useAppTexts, say: sayApp } = defineTexts(
  "app",
  {
    fault: "服务器异常，请联系管理员",
    refused: "您目前没有权限",
    check: "请检查输入",
    stale: "此记录在您打开之后已被修改，请刷新后重试",
    verified: "验证成功",
    nothing: "没有可导出的数据",
    needs: "（需要权限：{{permission}}）",
  },
  {
    fault: "Server exception, please contact the administrator",
    refused: "You do not have permission right now",
    check: "Please check what was entered",
    stale: "This was changed after you opened it: refresh and try again",
    verified: "Verification successful",
    nothing: "No data to export",
    needs: "(permission needed: {{permission}})",
  },
);
