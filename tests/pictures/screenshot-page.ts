import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import type { ViewState } from '../../webview/state/view-state.ts';

/** The browser's colour scheme, which a shared page follows with VS Code's own colours. */
const themes = {
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  light: { colorScheme: 'light', contrast: 'no-preference' },
  'high-contrast': { colorScheme: 'dark', contrast: 'more' },
  'high-contrast-light': { colorScheme: 'light', contrast: 'more' },
} as const;
export type ThemeName = keyof typeof themes;

/** Fonts differ between computers: letters become blocks of equal size. So the image has a label's place, length and colour. */
const blocksForLetters = `{
  const { prototype } = CanvasRenderingContext2D;
  const width = (text) => [...text].length * 6;
  prototype.measureText = (text) => ({ width: width(text) });
  prototype.fillText = function (text, x, y) {
    const left = this.textAlign === 'right' || this.textAlign === 'end' ? x - width(text) : this.textAlign === 'center' ? x - width(text) / 2 : x;
    for (const [index, letter] of [...text].entries()) {
      if (letter !== ' ') this.fillRect(Math.round(left) + index * 6, Math.round(y) - 3, 5, 6);
    }
  };
}`;

/** Fixed places, independent of the words' widths. Parts overlap, so each has its own image. */
const fixedSizes = `
  * { -webkit-text-fill-color: transparent !important; transition: none !important; animation: none !important; caret-color: transparent !important; }
  .timeline-panel, .main, .sandwich, .sandwich-parts, .view-body { max-height: none !important; }
  .flame, .timeline, .tracks, .heat-strip { width: 480px !important; flex: none !important; }
  .flame { height: 220px !important; }
  .sandwich .flame { height: 120px !important; }
  .timeline { height: 84px !important; }
  .tracks { height: 240px !important; max-height: none !important; }
  .heat-strip { height: 60px !important; }
  .view-body > .table { position: fixed !important; inset: 0 auto auto 0 !important; width: 640px !important; height: 220px !important; z-index: 99; background: var(--laglens-background); }
`;

export async function openView(page: Page, folder: string, theme: ThemeName, view: Partial<ViewState>): Promise<void> {
  await page.emulateMedia(themes[theme]);
  await page.goto('about:blank');
  const hash = `#view=${encodeURIComponent(JSON.stringify({ session: 'shared', view }))}`;
  await page.goto(pathToFileURL(join(folder, PAGE_FILE)).href + hash);
  // Between what a session is about and its first samples the page is not busy yet.
  await page.locator('#page[data-phase="recorded"]:not([aria-busy]):not([data-samples="0"])').waitFor();
  await page.evaluate(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(fixedSizes)});
    document.adoptedStyleSheets = [sheet];
  }`);
  // Sizes are reported in one frame; canvases follow in the next.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))))');
}

export const PAGE_FILE = 'pictured.html';

/** In all pages opened from now on. */
export async function withoutFonts(page: Page): Promise<void> {
  await page.addInitScript(blocksForLetters);
}

/** Contents of the first shown canvas, to the pixel, without blur from around it. */
export async function canvasImage(page: Page, selector: string): Promise<Buffer> {
  const canvases = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
  const url: unknown = await page.evaluate(`${canvases}.find((canvas) => canvas.offsetParent !== null)?.toDataURL('image/png')`);
  if (typeof url !== 'string') throw new Error(`${selector} gave no picture.`);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** The table's lines, without words. */
export function tableImage(page: Page): Promise<Buffer> {
  return page.locator('.view-body > .table').screenshot();
}
