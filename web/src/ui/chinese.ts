/** Whether a text has Chinese characters: "CNC-01" is the same in both languages. */
export const hasChinese = (text: string) => /\p{Script=Han}/u.test(text);
