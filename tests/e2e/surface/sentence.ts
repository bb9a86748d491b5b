import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { resizePage } from '../harness/resize-page.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

/** Of the page, in CSS pixels: beside a source, beside a list, on a laptop, on a large screen. */
const WIDTHS = [340, 480, 640, 900, 1366, 1920];
/** Low pages: beside a source above a terminal, and zoomed in. */
const LOW_PAGES = [
  [640, 620],
  [480, 480],
  [340, 620],
  [340, 420],
  [300, 360],
] as const;
/** Of the flame graph, in CSS pixels. */
const THREE_ROWS = 60;

export const sentence: WindowTest<ShopWindow> = {
  name: 'no letter of a selected lag’s title and cause is cut, at six widths, for all kinds of the sample',
  width: 1366,
  height: 900,
  async run(t, { workbench }) {
    const { page } = workbench;
    const { frame } = await LaglensPanel.openSample(workbench);
    for (const width of WIDTHS) {
      await step(t, `lags, ${width} pixels`, async () => {
        await resizePage(page, frame, width);
        const causes = await causesOf(page, frame, 'li.lag:not(.group)', '.summary:not(.group-summary)');
        t.diagnostic(`${width} pixels: ${causes.length} causes of up to ${Math.max(...causes.map(({ lines }) => lines))} lines`);
        assert.ok(causes.length >= 18, `${causes.length} causes`);
      });
    }
    for (const [width, height] of LOW_PAGES) {
      await step(t, `lags, a low page of ${width} x ${height} pixels, with rows of the flame graph`, async () => {
        await resizePage(page, frame, width, height);
        const causes = await causesOf(page, frame, 'li.lag:not(.group)', '.summary:not(.group-summary)');
        assert.ok(causes.length >= 18, `${causes.length} causes`);
        const least = Math.min(...causes.map(({ flame }) => flame));
        assert.ok(least >= THREE_ROWS, `${least} pixels of the flame graph`);
      });
    }
    await resizePage(page, frame, 1366, 700);
    await step(t, 'groups have the cause of a typical lag, whole, too', async () => {
      await frame.locator('.lags').focus();
      await page.keyboard.press('Shift+G');
      for (const width of [340, 1366]) {
        await resizePage(page, frame, width);
        const causes = await causesOf(page, frame, 'li.lag.group', '.group-summary');
        assert.ok(causes.length >= 16, `${causes.length} causes`);
      }
    });
  },
};

interface SeenCause {
  readonly text: string;
  readonly lines: number;
  /** Height of the flame graph. */
  readonly flame: number;
}

/** Selects each row by keys; fails for a text that is not whole. */
async function causesOf(page: Page, frame: Frame, row: string, summary: string): Promise<readonly SeenCause[]> {
  const rows = Number(await frame.locator(row).first().getAttribute('aria-setsize'));
  const causes: SeenCause[] = [];
  await frame.locator('.lags').focus();
  for (let at = 0; at < rows; at++) {
    await page.keyboard.press(at === 0 ? 'Home' : 'ArrowDown');
    const selected = frame.locator(`${row}[aria-selected="true"][aria-posinset="${at + 1}"]`);
    await selected.waitFor();
    // A stutter has a summary of its own.
    if ((await selected.and(frame.locator('.stutter')).count()) > 0) continue;
    // The list marks its row before the page shows the summary.
    await frame.locator(summary).waitFor();
    const seen = await eventually(
      async (): Promise<{ readonly cut: readonly string[]; readonly cause: SeenCause }> =>
        Object(await frame.evaluate(`(${seenScript})(${JSON.stringify(summary)})`)),
      ({ cut }) => assert.deepEqual(cut, [], `row ${at + 1}`),
      10_000,
    );
    assert.ok(!seen.cause.text.includes('…'), seen.cause.text);
    causes.push(seen.cause);
  }
  return causes;
}

/** Texts of title and cause of which a part is outside a box that clips, or that end with an ellipsis. */
const seenScript = `(summary) => {
  const node = document.querySelector(summary);
  const details = document.querySelector('.lag-details');
  const cause = node.querySelector('.cause');
  const cut = [];
  for (const part of [...node.querySelectorAll('.lead, .cause')]) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const isCut = [...range.getClientRects()].some((rect) => {
        for (let box = text.parentElement; box !== null; box = box === details ? null : box.parentElement) {
          if (getComputedStyle(box).overflow === 'visible' && box !== details) continue;
          const { left, top, right, bottom } = box.getBoundingClientRect();
          if (rect.left < left - 1 || rect.right > right + 1 || rect.top < top - 1 || rect.bottom > bottom + 1) return true;
        }
        return rect.right > innerWidth || rect.bottom > innerHeight;
      });
      if (isCut) cut.push(text.data);
    }
    if (part.scrollWidth > part.clientWidth && part.clientWidth > 0) cut.push(part.textContent);
  }
  if (cause === null) return { cut: [...cut, 'no cause'], cause: { text: '', lines: 0, flame: 0 } };
  const all = document.createRange();
  all.selectNodeContents(cause);
  const tops = new Set([...all.getClientRects()].map(({ top }) => Math.round(top / 4)));
  return { cut, cause: { text: cause.textContent, lines: tops.size, flame: document.querySelector('.flame').clientHeight } };
}`;
