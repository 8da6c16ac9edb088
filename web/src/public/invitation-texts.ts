import { defineTexts } from "@/i18n/define-texts";

/** Apart from the sign-in page's, which is to load fast. */
export const { useTexts: useInvitationTexts } = defineTexts(
  "invitation",
  {
    title: "加入企业",
    lead: "“{{company}}”邀请{{name}}（{{phone}}）加入。请设置登录密码。",
    newPassword: "新密码",
    again: "再次输入新密码",
    rule: "6 到 20 位，字母、数字、符号至少两种；建议 8 位以上",
    join: "设置密码并登录",
    joining: "正在登录…",
    loading: "正在核对邀请…",
  },
  {
    title: "Join the company",
    lead: "{{company}} invites {{name}} ({{phone}}). Please set a password to sign in with.",
    newPassword: "New password",
    again: "New password again",
    rule: "6 to 20 characters, two of letters, digits and symbols; better 8 or more",
    join: "Set password and sign in",
    joining: "Signing in…",
    loading: "Checking the invitation…",
  },
);
