import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useUserTexts } = defineTexts(
  "users",
  {
    added: "已新增“{{name}}”。",
    passwordOnce: "初始密码只显示这一次，请转告本人；首次登录时必须修改。",
    initialPassword: "初始密码",
    invited: "邀请短信已发送到 {{phone}}，链接 7 天内有效，只能使用一次。",
    keptOut: "此人目前不能登录，因此未发送短信。",
    notInvited: "邀请短信未能发出。请稍后打开此用户，再次发送邀请。",
    known: "此手机号已有账号，用原来的密码登录即可；已通知本人。",
    reset: "重置密码",
    resetQuestion: "重置“{{name}}”的密码？",
    resetMeans: "原密码立即失效，已登录的页面全部退出。新密码只显示一次。",
    invite: "再次发送邀请",
    inviteDone: "已向“{{name}}”发送邀请",
    inviteQuestion: "向“{{name}}”发送邀请？",
    inviteMeans: "之前的链接失效。",
    withdraw: "撤回邀请",
    withdrawDone: "已撤回“{{name}}”的邀请",
    withdrawQuestion: "撤回“{{name}}”的邀请？",
    withdrawMeans: "链接失效，用户停用；再次发送邀请即恢复。",
    disable: "停用",
    disableDone: "已停用“{{name}}”",
    disableQuestion: "停用“{{name}}”？",
    disableMeans: "立即不能登录，已登录的页面全部退出。",
    resetDone: "已重置“{{name}}”的密码",
    view: "以其身份查看",
    viewQuestion: "以“{{name}}”的身份查看？",
    viewMeans:
      "30 分钟内看到的与此人相同，不能修改任何内容；您的消息和收藏仍是自己的。操作日志会记下双方姓名。",
    rights: "权限一览",
  },
  {
    added: "“{{name}}” was added.",
    passwordOnce:
      "The initial password is shown this once. Pass it on; it must be changed at the first sign-in.",
    initialPassword: "Initial password",
    invited:
      "The invitation was sent to {{phone}} by SMS. Its link works once, within 7 days.",
    keptOut: "This person cannot sign in at present: no SMS was sent.",
    notInvited:
      "The SMS with the invitation could not be sent. Open this user later and send it again.",
    known:
      "This number has an account already and signs in with its own password; the person was told.",
    reset: "Reset password",
    resetQuestion: "Reset the password of “{{name}}”?",
    resetMeans:
      "The old one ends at once, and so does every open page. The new one is shown once.",
    invite: "Send invitation again",
    inviteDone: "The invitation was sent to “{{name}}”",
    inviteQuestion: "Send “{{name}}” an invitation?",
    inviteMeans: "Earlier links end.",
    withdraw: "Withdraw invitation",
    withdrawDone: "The invitation of “{{name}}” was withdrawn",
    withdrawQuestion: "Withdraw the invitation of “{{name}}”?",
    withdrawMeans:
      "The link ends and the user is disabled, until it is sent again.",
    disable: "Disable",
    disableDone: "“{{name}}” was disabled",
    disableQuestion: "Disable “{{name}}”?",
    disableMeans: "They cannot sign in any more, and open pages end at once.",
    resetDone: "The password of “{{name}}” was reset",
    view: "View as",
    viewQuestion: "View the company as “{{name}}”?",
    viewMeans:
      "For 30 minutes you see what they see and can change nothing. Messages and favourites stay your own. The operation log keeps both names.",
    rights: "Effective permissions",
  },
);
