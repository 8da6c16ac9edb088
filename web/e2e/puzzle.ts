import { expect, type Page } from "@playwright/test";
import type { Server } from "./server";
import { still, type Language } from "./visit";

const words = {
  zh: {
    puzzle: "请完成安全验证",
    slider: "拼图滑块",
    failed: "验证失败",
  },
  en: {
    puzzle: "Please complete the security verification",
    slider: "Puzzle slider",
    failed: "Verification failed",
  },
};

/** The newest code that the server has printed for a number. */
export async function codeFor(server: Server, phone: string) {
  const line = new RegExp(`SMS to ${phone}: code (\\d{6})`, "g");
  const codes = () => [...server.output().matchAll(line)];
  await expect.poll(() => codes().length).toBeGreaterThan(0);
  return codes().at(-1)![1]!;
}

/** Solves the puzzle that is shown, in the way of the language. */
export async function solve(page: Page, language: Language) {
  const puzzle = page.getByRole("dialog", { name: words[language].puzzle });
  const pictures = puzzle.locator(".puzzle-picture img");
  // Eyes do better than this; a puzzle that it misses gives way to another.
  for (let tries = 0; tries < 6; tries++) {
    await expect(pictures).toHaveCount(2);
    await still(page);
    const shown = await pictures.first().getAttribute("src");
    await slide(page, language, await gapOf(page));
    const verdict = await Promise.race([
      puzzle.waitFor({ state: "hidden" }).then(() => true),
      puzzle
        .getByText(words[language].failed)
        .waitFor()
        .then(() => false),
    ]);
    if (verdict) {
      return;
    }
    await expect(pictures.first()).not.toHaveAttribute("src", shown!);
  }
  throw new Error("the puzzle was not solved");
}

/** In Chinese by pointer, in English by keys. */
export async function slide(page: Page, language: Language, to: number) {
  const handle = page.getByRole("slider", { name: words[language].slider });
  await expect(handle).toHaveAttribute("aria-disabled", "false");
  if (language === "en") {
    await handle.focus();
    await page.keyboard.press("Home");
    for (let at = 0; at + 4 <= to; at += 4) {
      await page.keyboard.press("ArrowRight");
    }
    for (let rest = 0; rest < to % 4; rest++) {
      await page.keyboard.press("Shift+ArrowRight");
    }
    await page.keyboard.press("Enter");
    return;
  }
  const box = (await handle.boundingBox())!;
  const [x, y] = [box.x + 20, box.y + 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + to / 2, y + 4, { steps: 4 });
  await page.mouse.move(x + to, y, { steps: 4 });
  await page.mouse.up();
}

/** Finds the gap as a person does: where the outline of the fragment stands out in its own row. */
async function gapOf(page: Page) {
  await expect(page.locator(".puzzle-picture img")).toHaveCount(2);
  return page.evaluate(async () => {
    const [big, small] = [
      ...document.querySelectorAll<HTMLImageElement>(".puzzle-picture img"),
    ];
    const pixels = async (img: HTMLImageElement) => {
      await img.decode();
      const canvas = document.createElement("canvas");
      canvas.width = img.naturalWidth;
      canvas.height = img.naturalHeight;
      const pen = canvas.getContext("2d")!;
      pen.drawImage(img, 0, 0);
      return pen.getImageData(0, 0, canvas.width, canvas.height);
    };
    const [scene, piece] = [await pixels(big!), await pixels(small!)];
    const inside = (x: number, y: number) =>
      x >= 0 && x < 50 && piece.data[(y * 50 + x) * 4 + 3]! > 128;
    const edge: [number, number][] = [];
    const heart: [number, number][] = [];
    for (let y = 1; y < 159; y++) {
      for (let x = 0; x < 50; x++) {
        if (!inside(x, y)) {
          continue;
        }
        const isEdge =
          !inside(x - 1, y) ||
          !inside(x + 1, y) ||
          !inside(x, y - 1) ||
          !inside(x, y + 1);
        (isEdge ? edge : heart).push([x, y]);
      }
    }
    const light = (x: number, y: number) => {
      const at = (y * 320 + x) * 4;
      return scene.data[at]! + scene.data[at + 1]! + scene.data[at + 2]!;
    };
    const mean = (points: [number, number][], by: number) =>
      points.reduce((sum, [x, y]) => sum + light(x + by, y), 0) / points.length;
    let best = 0;
    let most = -Infinity;
    for (let by = 60; by <= 270; by++) {
      const score = mean(edge, by) - mean(heart, by);
      if (score > most) {
        most = score;
        best = by;
      }
    }
    return best;
  });
}
