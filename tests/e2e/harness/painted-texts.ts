import type { Frame, Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** Remembers what each canvas has been painted with since its last background. */
const remembering = `{
  const { prototype } = CanvasRenderingContext2D;
  const { fillText, fillRect, drawImage } = prototype;
  prototype.fillRect = function (x, y, width, height) {
    const { a, d } = this.getTransform();
    const isAll = x === 0 && y === 0 && width * a >= this.canvas.width - 1 && height * d >= this.canvas.height - 1;
    if (isAll && this.globalAlpha === 1) this.canvas.paintedTexts = [];
    fillRect.call(this, x, y, width, height);
  };
  prototype.drawImage = function (image, ...place) {
    if (image.paintedTexts !== undefined) this.canvas.paintedTexts = [...image.paintedTexts];
    drawImage.call(this, image, ...place);
  };
  prototype.fillText = function (text, x, y) {
    const { a, d, e, f } = this.getTransform();
    const { width } = this.measureText(text);
    const before = this.textAlign === 'center' ? width / 2 : ['right', 'end'].includes(this.textAlign) ? width : 0;
    const [left, middle] = [(x - before) * a + e, y * d + f];
    (this.canvas.paintedTexts ??= []).push({ text, left, middle, width: width * a, italic: this.font.startsWith('italic') });
    fillText.call(this, text, x, y);
  };
}`;

export interface PaintedText {
  readonly text: string;
  /** Pixels of the canvas. */
  readonly left: number;
  readonly middle: number;
  readonly width: number;
  readonly italic: boolean;
}

export interface Painting {
  readonly texts: readonly PaintedText[];
  readonly image: PNG;
}

/** Call it before the page is opened. */
export async function rememberTexts(page: Page): Promise<void> {
  await page.addInitScript(remembering);
}

/** The first shown canvas of a selector, two frames later: a change is drawn in one of them. */
export async function paintingOf(frame: Frame, selector: string): Promise<Painting> {
  await frame.locator(selector).filter({ visible: true }).first().waitFor();
  const found: unknown = await frame.evaluate(`(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    const canvas = [...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.offsetParent !== null);
    return canvas && { texts: canvas.paintedTexts ?? [], image: canvas.toDataURL('image/png') };
  })()`);
  if (!isPainting(found)) throw new Error(`${selector} is not shown.`);
  return { texts: found.texts, image: PNG.sync.read(Buffer.from(found.image.slice(found.image.indexOf(',') + 1), 'base64')) };
}

function isPainting(found: unknown): found is { readonly texts: readonly PaintedText[]; readonly image: string } {
  return typeof found === 'object' && found !== null && 'texts' in found && 'image' in found;
}

/** Half the height of letters, and a row below those that reach below the line, in pixels. */
const LETTERS = 5;
const BELOW = 6;

export interface TextColours {
  /** `rgb(1, 2, 3)`, the most frequent. */
  readonly ground: string;
  /** All colours of the letters with their edges. */
  readonly letters: readonly string[];
  /** The row below the letters has the ground only. */
  readonly isClear: boolean;
}

/** Undefined where the text is not wholly on the canvas. */
export function coloursOf({ image }: Painting, { left, middle, width }: PaintedText): TextColours | undefined {
  const [from, to] = [Math.ceil(left), Math.floor(left + width)];
  const y = Math.round(middle);
  if (from < 0 || to > image.width || y - LETTERS < 0 || y + BELOW >= image.height) return undefined;
  const rowOf = (row: number): readonly string[] =>
    Array.from({ length: to - from }, (_, x) => `rgb(${colourAt(image, from + x, row).join(', ')})`);
  const seen = new Map<string, number>();
  for (let row = y - LETTERS; row <= y + LETTERS; row++) {
    for (const colour of rowOf(row)) seen.set(colour, (seen.get(colour) ?? 0) + 1);
  }
  const [ground = ''] = [...seen].sort(([, one], [, other]) => other - one)[0] ?? [];
  return { ground, letters: [...seen.keys()], isClear: rowOf(y + BELOW).every((colour) => colour === ground) };
}

export type Rgb = readonly [red: number, green: number, blue: number];

export function colourAt({ width, data }: PNG, x: number, y: number): Rgb {
  const at = (y * width + x) * 4;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}
