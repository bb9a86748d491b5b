import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { moderateFindings } from '../harness/axe.ts';
import { tourOfPage } from '../harness/page-tour.ts';

/** Each finding once, with where it was met first. */
export async function findingsOfTour(page: Page, frame: Frame, judged: 'all' | 'colours' = 'all'): Promise<string[]> {
  const found = new Map<string, string>();
  await tourOfPage(page, frame, async (stop) => {
    for (const finding of await moderateFindings(frame, judged)) if (!found.has(finding)) found.set(finding, stop);
  });
  return [...found].map(([finding, stop]) => `${stop}: ${finding}`);
}

/** Drawings have their surroundings' colours: a canvas takes none from its page. */
export async function assertCanvasIsOfTheme(frame: Frame): Promise<void> {
  const colours: unknown = await frame.evaluate(`(() => {
    const { width, height } = document.querySelector('.timeline canvas');
    const { data } = document.querySelector('.timeline canvas').getContext('2d').getImageData(0, 0, width, height);
    const often = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const colour = 'rgb(' + data.slice(at, at + 3).join(', ') + ')';
      often.set(colour, (often.get(colour) ?? 0) + 1);
    }
    return [getComputedStyle(document.body).backgroundColor, [...often].sort((one, other) => other[1] - one[1])[0][0]];
  })()`);
  if (!Array.isArray(colours)) throw new Error('The page gave no colours');
  const [page, canvas] = colours.map((colour) => String(colour).match(/\d+/g)?.map(Number) ?? []);
  assert.equal(canvas?.length, 3, String(colours));
  // Colours under a veil of the same colour are rounded by one or two of 255.
  assert.ok(
    canvas?.every((channel, at) => Math.abs(channel - (page?.[at] ?? Number.NaN)) <= 2),
    String(colours),
  );
}
