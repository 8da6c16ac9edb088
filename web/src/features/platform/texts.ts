import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: usePlatformTexts } = defineTexts(
  "platform",
  {
    open: "开通租户",
    code: "编码",
    codeHint: "2 到 30 个小写字母、数字或横线，开通后不可修改",
    name: "名称",
    tenantType: "类型",
    enterprise: "企业",
    personal: "个人用户",
    factoryName: "首个工厂名称",
    zone: "时区",
    zoneHint: "例如 Asia/Shanghai",
    expireDate: "有效期至",
    expireHint: "留空表示不限期",
    realName: "管理员姓名",
    phoneNum: "管理员手机号",
    opened: "“{{name}}”已开通",
    password: "首次登录密码（仅显示一次，请转告管理员并提醒修改）：",
    knownPhone: "该手机号已有账号，使用原密码登录即可。",
    done: "完成",
  },
  {
    open: "Open a tenant",
    code: "Code",
    codeHint:
      "2 to 30 lower-case letters, digits or hyphens; it cannot be changed later",
    name: "Name",
    tenantType: "Type",
    enterprise: "Company",
    personal: "Personal user",
    factoryName: "Name of its first factory",
    zone: "Time zone",
    zoneHint: "Such as Asia/Shanghai",
    expireDate: "Valid until",
    expireHint: "Empty = without end",
    realName: "Administrator's name",
    phoneNum: "Administrator's phone number",
    opened: "{{name}} is open",
    password:
      "First password (shown once; pass it on to the administrator and have it changed):",
    knownPhone:
      "The phone number has an account already: its password stays as it is.",
    done: "Done",
  },
);
