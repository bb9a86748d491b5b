import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { eventually } from '../harness/eventually.ts';
import type { PageTest } from '../windows/page-alone.ts';

export const printed: PageTest = {
  name: 'a shared page is printed with its timeline and its flame graph, none of them blank',
  width: 1400,
  height: 900,
  async run(_t, { page, open }) {
    await open();
    await page.locator('#page[data-lags="18"]:not([aria-busy])').waitFor();
    await page.locator('.lag').first().click();
    await page.locator('.summary:not(.group-summary)').waitFor();
    // A picture is painted a frame after it was asked for.
    await eventually(
      async () => ({
        canvases: await page.evaluate<readonly string[]>(CANVASES),
        printed: imagesOf(await page.pdf({ printBackground: true })),
      }),
      ({ canvases, printed }) => {
        assert.equal(canvases.length, 2);
        for (const canvas of canvases) assert.ok((printed.get(canvas) ?? 0) > 50, `colours of ${canvas}: ${JSON.stringify([...printed])}`);
      },
    );
  },
};

/** Width and height of the timeline's canvas and of the flame graph's, in its pixels. */
const CANVASES = `['.timeline canvas', '.flame canvas'].map((name) => document.querySelector(name)).map(({ width, height }) => width + 'x' + height)`;

/** Numbers of colours of a printed page's images, by width and height. Canvases become images of three bytes a pixel (ISO 32000, 8.9). */
function imagesOf(pdf: Buffer): ReadonlyMap<string, number> {
  const printed = new Map<string, number>();
  for (const found of pdf.toString('latin1').matchAll(/<<([^>]*\/Subtype \/Image[^>]*)>>\s*stream\r?\n/g)) {
    const [head, facts = ''] = found;
    if (!facts.includes('/Filter /FlateDecode')) continue;
    const number = (name: string): number => Number(new RegExp(`/${name} (\\d+)`).exec(facts)?.[1]);
    const [width, height, begin] = [number('Width'), number('Height'), found.index + head.length];
    const bytes = inflateSync(pdf.subarray(begin, begin + number('Length')));
    if (bytes.length !== width * height * 3) continue;
    const colours = new Set<number>();
    for (let at = 0; at < bytes.length; at += 3) colours.add(bytes.readUIntBE(at, 3));
    printed.set(`${width}x${height}`, colours.size);
  }
  return printed;
}
