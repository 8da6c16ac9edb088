import { defineTexts } from "@/i18n/define-texts";

export const {
  useTexts: useAppTexts,
  say: sayApp,
  both: appText,
} = defineTexts(
  "app",
  {
    fault: "服务器异常，请联系管理员",
    refused: "您目前没有权限",
    check: "请检查输入",
    stale: "此记录在您打开之后已被修改，请刷新后重试",
    verified: "验证成功",
    nothing: "没有可导出的数据",
    ended_kick: "管理员已将您下线，请重新登录",
    ended_disabled: "您在该公司已停用，请联系公司管理员",
    ended_password: "密码已修改，请重新登录",
    ended_own: "您已在另一处结束此会话，请重新登录",
    ended: "会话已结束，请重新登录",
    needs: "（需要权限：{{permission}}）",
  },
  {
    fault: "Server exception, please contact the administrator",
    refused: "You do not have permission right now",
    check: "Please check what was entered",
    stale: "This was changed after you opened it: refresh and try again",
    verified: "Verification successful",
    nothing: "No data to export",
    ended_kick: "An administrator signed you out. Please sign in again.",
    ended_disabled: "You are disabled in that company. Ask its administrator.",
    ended_password: "The password was changed. Please sign in again.",
    ended_own: "You ended this session elsewhere. Please sign in again.",
    ended: "Your session was ended. Please sign in again.",
    needs: "(permission needed: {{permission}})",
  },
);
