import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useSecurityTexts } = defineTexts(
  "security",
  {
    title: "安全策略",
    lead: "对本企业所有成员生效。只能比平台的标准更严格；同时属于多个企业的成员，按最严格的执行。",
    minLength: "最短密码长度",
    minLengthHint: "6 到 20 个字符，在下次设置密码时生效；建议 8 以上",
    maxFailures: "锁定前允许的错误次数",
    maxFailuresHint: "3 到 5 次",
    lockMinutes: "锁定时间（分钟）",
    lockMinutesHint: "15 到 1440 分钟；只锁定该账号在该网络地址的登录",
    range: "须为 {{least}} 到 {{most}} 的整数",
    saved: "安全策略已保存",
    stale: "策略刚被他人修改，已显示最新内容",
  },
  {
    title: "Security policy",
    lead: "Binds every member of the company. It can only be stricter than the platform's own measure; members of several companies follow the strictest.",
    minLength: "Minimum length of a password",
    minLengthHint:
      "6 to 20 characters, from the next time one is set; better 8 or more",
    maxFailures: "Wrong passwords before a lock",
    maxFailuresHint: "3 to 5",
    lockMinutes: "Minutes of the lock",
    lockMinutesHint:
      "15 to 1440; it locks the account at that network address only",
    range: "A whole number from {{least}} to {{most}}",
    saved: "The security policy is saved",
    stale: "Somebody has just changed the policy; this is how it stands now",
  },
);
