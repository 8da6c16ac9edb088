import { defineTexts } from "@/i18n/define-texts";

/** Apart from the sign-in page's, which is to load fast. */
export const { useTexts: useSetupTexts } = defineTexts(
  "setup",
  {
    setup: "首次启动",
    setupLead:
      "建立企业、第一个工厂和管理员。此链接 30 分钟内有效，只能使用一次。",
    companyName: "企业名称",
    factoryName: "工厂名称",
    zone: "工厂所在时区",
    realName: "管理员姓名",
    phoneNum: "管理员手机号",
    passwordRule: "6 到 20 位，字母、数字、符号至少两种；建议 8 位以上",
    setUp: "创建并登录",
    settingUp: "正在创建…",
  },
  {
    setup: "First start",
    setupLead:
      "Make the company, its first factory and its administrator. This link works once, within 30 minutes.",
    companyName: "Company name",
    factoryName: "Factory name",
    zone: "Time zone of the factory",
    realName: "Administrator's name",
    phoneNum: "Administrator's phone number",
    passwordRule:
      "6 to 20 characters, two of letters, digits and symbols; better 8 or more",
    setUp: "Create and sign in",
    settingUp: "Creating…",
  },
);
