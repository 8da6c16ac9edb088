import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: usePublicTexts } = defineTexts(
  "public",
  {
    signIn: "登录",
    signingIn: "正在登录…",
    welcome: "登录 Mouldworks",
    way: "登录方式",
    byPassword: "密码登录",
    byQr: "扫码登录",
    claim: "模具工厂的排程与生产",
    claimDetail: "从模具、零件到电极，每一道工序都有时间、有机台、有原因。",
    phone: "手机号",
    password: "密码",
    remember: "30 天内免登录",
    phoneMissing: "请输入手机号",
    passwordMissing: "请输入密码",
    capsLock: "大写锁定已开启",
    show: "显示密码",
    hide: "隐藏密码",
    otherLanguage: "English",
    insecure:
      "浏览器只在 https 或 localhost 下提供加密。请通过 https 打开本页，或联系管理员。",
    unreachable: "无法连接服务器，请检查网络后重试。",
    fault: "服务器异常，请联系管理员",
    noToken: "未返回令牌",
    licence:
      "“{{tenant}}”的授权已于 {{date}} 到期（最多可延期 {{days}} 天），暂时不能登录。请联系管理员续期。",
    delay: "授权已到期，{{seconds}} 秒后进入系统。请尽快续期。",
    errorTitle: "无法进入系统",
    errorText: "您的账号目前不能使用本系统。请联系管理员，或换一个账号登录。",
    toLogin: "前往登录",
    startFailed: "系统没有打开",
    retry: "重试",
  },
  {
    signIn: "Sign in",
    signingIn: "Signing in…",
    welcome: "Sign in to Mouldworks",
    way: "Way to sign in",
    byPassword: "Password",
    byQr: "QR code",
    claim: "Planning and production for mould shops",
    claimDetail:
      "From mould to part to electrode: every operation has its time, its machine and its reason.",
    phone: "Phone number",
    password: "Password",
    remember: "Keep me signed in for 30 days",
    phoneMissing: "Enter your phone number",
    passwordMissing: "Enter your password",
    capsLock: "Caps Lock is on",
    show: "Show password",
    hide: "Hide password",
    otherLanguage: "中文",
    insecure:
      "Browsers encrypt only over https or on localhost. Open this page over https, or ask your administrator.",
    unreachable:
      "The server cannot be reached. Check the network and try again.",
    fault: "Server exception, please contact the administrator",
    noToken: "No token returned",
    licence:
      "The licence of “{{tenant}}” ended on {{date}} (at most {{days}} days of grace). Signing in is not possible; ask your administrator to renew it.",
    delay:
      "The licence has ended. You enter in {{seconds}} seconds; please renew it soon.",
    errorTitle: "You cannot enter",
    errorText:
      "Your account cannot use this system at the moment. Ask your administrator, or sign in with another account.",
    toLogin: "Go to sign-in",
    startFailed: "The system did not open",
    retry: "Try again",
  },
);
