declare module "virtual:antd.css" {}
declare module "virtual:screen-texts" {
  const texts: { kind: number; word: string; zh: string; en: string }[];
  export default texts;
}
