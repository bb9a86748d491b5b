import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { showView } from '../harness/page-keys.ts';
import { colourAt } from '../harness/painted-texts.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const functions = '.sandwich-list .table-row .name';
/** Dots and letters begin up to so many pixels into their own width. */
const BEARING_PX = 3;

export const names: WindowTest<ShopWindow> = {
  name: 'functions have their shares on a laptop, names of 18 letters are whole, and cut ones begin flush',
  width: 1366,
  height: 768,
  async run(t, { workbench }) {
    const { page } = workbench;
    const { frame } = await LaglensPanel.openSample(workbench);

    await step(t, 'the list of functions has shares and whole names, equal ones in the order of their names', async () => {
      await showView(page, frame, '3');
      await frame.locator(functions).first().waitFor();
      assert.ok(await frame.locator('.sandwich-list .table-head .column-share').isVisible());
      const names = await namesOf(frame, functions);
      const four = names.slice(0, 4).map(({ text }) => text);
      assert.deepEqual(four, ['Looper.loop', 'Looper.loopOnce', 'Main.main', 'Phone.run']);
      const short = names.filter(({ text }) => text.length <= 18);
      assert.ok(short.length >= 5, `${short.length} short names`);
      const cut = short.filter(({ isCut }) => isCut);
      assert.deepEqual(cut, []);
    });

    for (const selector of [functions, 'li.lag .culprit']) {
      await step(t, `${selector}: cut names begin flush`, async () => {
        if (selector !== functions) await frame.locator('.splitter').press('Home');
        await page.mouse.move(0, 0);
        await eventually(
          () => beginningsOf(page, frame, selector),
          (all) => {
            assert.ok(all.some(({ isCut }) => isCut));
            const indented = all.filter(({ fromPx }) => fromPx < -1 || fromPx > BEARING_PX);
            assert.deepEqual(indented, []);
          },
        );
      });
    }
  },
};

interface Name {
  readonly text: string;
  readonly isCut: boolean;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** Names that nothing is over, from top to bottom; places in pixels of the page. */
async function namesOf(frame: Frame, selector: string): Promise<readonly Name[]> {
  const names: unknown = await frame.evaluate(`(${namesScript})(${JSON.stringify(selector)})`);
  if (!Array.isArray(names)) throw new Error(`No names are ${selector}.`);
  return names;
}

const namesScript = `(selector) =>
  [...document.querySelectorAll(selector)]
    .map((node) => {
      const { left, top, bottom } = node.getBoundingClientRect();
      const isCut = [node, ...node.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      const isWhole = [top + 2, bottom - 2].every((y) => node.parentElement.contains(document.elementFromPoint(left + 4, y)));
      return { text: node.textContent, isCut, isWhole, left, top, bottom };
    })
    .filter(({ isWhole }) => isWhole)
    .sort((one, other) => one.top - other.top)`;

interface Beginning extends Name {
  /** From the start of the name's box to its first painted pixel. */
  readonly fromPx: number;
}

async function beginningsOf(page: Page, frame: Frame, selector: string): Promise<readonly Beginning[]> {
  const [box, names] = [await frame.locator('#page').boundingBox(), await namesOf(frame, selector)];
  assert.ok(box);
  const image = PNG.sync.read(await page.screenshot());
  return names.map((name) => {
    const left = Math.round(box.x + name.left);
    const rows = Array.from({ length: Math.floor(name.bottom - name.top) - 2 }, (_, at) => Math.round(box.y + name.top) + 1 + at);
    const isPainted = (x: number): boolean => rows.some((y) => distance(colourAt(image, x, y), colourAt(image, left - 3, y)) > 60);
    const columns = Array.from({ length: 20 }, (_, at) => left - 2 + at);
    return { ...name, fromPx: (columns.find(isPainted) ?? left + 20) - left };
  });
}

function distance(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, channel, at) => sum + Math.abs(channel - (other[at] ?? 0)), 0);
}
