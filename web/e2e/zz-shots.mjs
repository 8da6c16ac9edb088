import { chromium } from "@playwright/test";
const url = "http://localhost:8471";
const [, , demoPassword, operatorPassword] = process.argv;
const words = { zh: { phone: "手机号", password: "密码", signIn: "登录" }, en: { phone: "Phone number", password: "Password", signIn: "Sign in" } };
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
async function open(lang, look, width) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: lang === "zh" ? "zh-CN" : "en-GB" });
  const page = await context.newPage();
  page.on("console", (m) => m.type() === "error" && console.log(lang, look, width, "console:", m.text().slice(0, 200)));
  page.on("pageerror", (e) => console.log("pageerror", e.message.slice(0, 300)));
  await page.addInitScript(([l, k]) => { localStorage.setItem("mw.lang", l); localStorage.setItem("mw.look", k); }, [lang, look]);
  return page;
}
async function signIn(page, lang, phone, password) {
  const say = words[lang];
  await page.goto(`${url}/login?lang=${lang}`);
  await page.getByLabel(say.phone, { exact: true }).fill(phone);
  await page.getByLabel(say.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: say.signIn, exact: true }).click();
  await page.waitForURL(/home/, { timeout: 20000 });
  await page.waitForLoadState("networkidle");
}
const op = await open("zh", "light", 1440);
await signIn(op, "zh", "13600000001", operatorPassword);
const token = await op.evaluate(() => JSON.parse(localStorage.getItem("mw.token")));
const api = (m, p, d) => op.request.fetch(`${url}/front/api/v1/${p}`, { method: m, headers: { mdbtk: token, "Content-Type": "application/json" }, data: d && JSON.stringify(d) }).then((r) => r.json());
const day = (n) => new Date(Date.now() + n * 864e5).toISOString().slice(0, 10);
for (const [code, name, f, exp, type] of [["south", "南方精密模具有限公司", "东莞一厂", day(12)], ["late", "迟来电极科技", "苏州工厂", day(-5)], ["gone", "过期五金", "宁波工厂", day(-60)], ["me", "陈静", "", "", 1]])
  console.log(code, (await api("POST", "platform/tenant/open", { code, name, factoryName: f, zone: "Asia/Shanghai", realName: "陈静", phoneNum: "13800000001", expireDate: exp, tenantType: type ?? 0 })).code);
await api("POST", "platform/package", { name: "排产版", modules: ["aps", "pm", "ems", "system", "common"] });
await op.goto(url + "/settings/tenant"); await op.waitForLoadState("networkidle"); await op.screenshot({ path: "/tmp/tshots/tenants-zh.png" });
await op.locator("[role=row]").filter({ hasText: "south" }).first().dblclick().catch(() => {});
await op.waitForTimeout(800); await op.screenshot({ path: "/tmp/tshots/tenant-open-zh.png" });
for (const [lang, look, width] of [["zh", "light", 1440], ["en", "dark", 1440], ["en", "light", 390], ["zh", "dark", 390]]) {
  const page = await open(lang, look, width);
  const say = words[lang];
  await page.goto(`${url}/login?lang=${lang}`);
  await page.getByLabel(say.phone, { exact: true }).fill("13800000001");
  await page.getByLabel(say.password, { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: say.signIn, exact: true }).click();
  await page.waitForURL(/home/, { timeout: 20000 }); await page.waitForLoadState("networkidle"); await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/tshots/home-${lang}-${look}-${width}.png` });
  await page.locator(".factory-name").click(); await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/tshots/factory-${lang}-${look}-${width}.png` });
  await page.getByRole("button", { name: /苏州工厂/ }).click(); await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/tshots/delay-${lang}-${look}-${width}.png` });
}
await browser.close();
