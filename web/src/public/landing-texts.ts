import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useLandingTexts, say: sayLanding } = defineTexts(
  "landing",
  {
    arriving: "正在登录…",
    departing: "正在前往登录…",
    failed: "没有登录",
    nothing: "地址中没有登录凭证，请重新登录。",
    licence:
      "“{{tenant}}”的授权已于 {{date}} 到期，暂时不能登录。请联系管理员续期。",
    toLogin: "前往登录",
    linking: "绑定办公应用",
    toApps: "返回个人中心",
    entry: "欢迎使用 Mouldworks",
    entryText: "登录后继续排程和生产。新企业可在此注册。",
    entryClosed: "登录后继续排程和生产。",
    firstStart:
      "这台服务器还没有企业。请打开服务启动时显示的链接（…/setup?code=…），建立企业、工厂和管理员。链接 30 分钟内有效；过期后重新启动服务，即可得到新链接。",
    signIn: "登录",
    register: "注册企业",
    isNewHere: "还没有账号？",
    otherWays: "其他登录方式",
    external: "企业单点登录",
    byApp: "用{{app}}登录",
    apps: "用办公应用登录",
    noApps: "本系统没有接入办公应用，请用手机号和密码登录。",
    language: "界面语言",
    languageText: "选择后立即生效，并记在您的账号上。",
  },
  {
    arriving: "Signing you in…",
    departing: "On the way to sign-in…",
    failed: "You are not signed in",
    nothing: "The address holds no proof of a sign-in. Please sign in again.",
    licence:
      "The licence of “{{tenant}}” ended on {{date}}. Signing in is not possible; ask your administrator to renew it.",
    toLogin: "Go to sign-in",
    linking: "Linking a work app",
    toApps: "Back to the personal centre",
    entry: "Welcome to Mouldworks",
    entryText:
      "Sign in to plan and follow your production. A new company can register here.",
    entryClosed: "Sign in to plan and follow your production.",
    firstStart:
      "This server has no company yet. Open the link that it showed when it started (…/setup?code=…) to make the company, its factory and its administrator. The link works for 30 minutes; start the server again for a new one.",
    signIn: "Sign in",
    register: "Register a company",
    isNewHere: "New here?",
    otherWays: "Other ways to sign in",
    external: "Company single sign-on",
    byApp: "Sign in with {{app}}",
    apps: "Sign in with a work app",
    noApps:
      "No work app is connected here. Sign in with phone number and password.",
    language: "Language",
    languageText: "Takes effect at once and is kept with your account.",
  },
);
