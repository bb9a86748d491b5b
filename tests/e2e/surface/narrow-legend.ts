import assert from 'node:assert/strict';
import { eventually } from '../harness/eventually.ts';
import type { PageTest } from '../windows/page-alone.ts';

/** CSS pixels of a page that shows one, two and three lines of the legend. */
const sizes = [
  [340, 660],
  [500, 800],
  [340, 800],
  [700, 600],
] as const;

export const narrowLegend: PageTest = {
  name: 'in a narrow page the mouse’s wheel brings each line of the legend into sight, whose entries a click chooses',
  width: 340,
  height: 660,
  async run(_t, { page, open }) {
    await open();
    const legend = page.locator('.legend');
    assert.equal(await legend.evaluate((node) => node.scrollTop), 0);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const { all, seen } = await walk();
      assert.deepEqual([...seen].sort(), [...all].sort(), `${width} x ${height}`);
    }
    // The last of the last size is in sight.
    const last = page.locator('.legend .key:not([hidden])').last();
    const box = await last.boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await last.and(page.locator('[aria-pressed="true"]')).waitFor();

    /** Entries by name: all, and those that were whole in sight on the wheel's way from the first line to the last. */
    async function walk(): Promise<{ all: ReadonlySet<string>; seen: ReadonlySet<string> }> {
      const place = await legend.boundingBox();
      assert.ok(place);
      await page.mouse.move(place.x + place.width / 3, place.y + 10);
      // At another size it was scrolled.
      for (let line = 0; line < 6; line++) await page.mouse.wheel(0, -20);
      await eventually(resting, ({ left, most }) => assert.equal(left, most));
      const seen = new Set<string>();
      for (;;) {
        // A busy computer's frames may show no scroll for a while, and then go on.
        const lines = await eventually(resting, ({ rests, cut }) => assert.deepEqual([rests, cut], [true, []], 'lines rest half in sight'));
        for (const name of lines.whole) seen.add(name);
        if (lines.left < 1) return { all: new Set(lines.all), seen };
        await page.mouse.wheel(0, 20);
        await eventually(resting, ({ left }) => assert.ok(left < lines.left, 'the wheel does not scroll'));
      }
    }

    /** Entries between two frames without a scroll. */
    async function resting(): Promise<Lines> {
      return Object(await page.evaluate(linesScript));
    }
  },
};

interface Lines {
  readonly all: readonly string[];
  readonly whole: readonly string[];
  readonly cut: readonly string[];
  readonly rests: boolean;
  /** Pixels to scroll. */
  readonly left: number;
  readonly most: number;
}

const linesScript = `(async () => {
  const legend = document.querySelector('.legend');
  const before = legend.scrollTop;
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const { top, bottom } = legend.getBoundingClientRect();
  const keys = [...legend.querySelectorAll('.key')].filter((key) => !key.hidden);
  const places = keys.map((key) => ({ name: key.textContent, rect: key.getBoundingClientRect() }));
  const isWhole = ({ rect }) => rect.top >= top - 0.5 && rect.bottom <= bottom + 0.5;
  // Of the next line not even the swatches.
  const isCut = (place) => !isWhole(place) && place.rect.top < bottom - 4 && place.rect.bottom > top + 4;
  const names = (some) => some.map(({ name }) => name);
  return {
    all: names(places),
    whole: names(places.filter(isWhole)),
    cut: names(places.filter(isCut)),
    rests: legend.scrollTop === before,
    left: legend.scrollHeight - legend.clientHeight - legend.scrollTop,
    most: legend.scrollHeight - legend.clientHeight,
  };
})()`;
