import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { seeOfLag, startCapture } from '../harness/main-job.ts';
import { step } from '../harness/step.ts';
import type { ProgramWindow } from '../windows/program-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

/** Widths of VS Code's window: a laptop, and so narrow that the page is as beside a source. */
const WIDTHS = [1366, 690];
/** Of two lines of the legend. */
const TWO_LINES = 40;
const parts = [
  'header',
  'header h1',
  'header .phase',
  'header .notes:not(.none)',
  '.timeline',
  '.timeline-bar',
  '.panes',
  '.timeline-bar .disclosure:nth-of-type(2)',
  '.side .bar',
  '.list-bar .segments button:nth-of-type(2)',
  '.lags',
  '.main .bar',
  '.view-body',
  '.flame',
  '.legend',
];

export const layoutShifts: readonly WindowTest<ProgramWindow>[] = WIDTHS.map((width) => ({
  name: `nothing on the page moves by itself during a capture and after its Stop, in a window of ${width} pixels`,
  width,
  height: 768,
  async run(t, { workbench, given: { demo } }) {
    // In every document, from its begin.
    await workbench.page.addInitScript(noteMoves);
    const panel = await startCapture(workbench, 'This computer', 'com.example.shop.Main', demo.pid);

    await step(t, 'the note of the own overhead comes', async () => {
      await panel.frame.locator('header .notes:not(.none)').waitFor();
    });
    await step(t, 'the first lags come', async () => {
      await seeOfLag(() => demo.lag('busy'), panel.lags('ImageDecoder.decode').and(panel.frame.locator('[data-open="false"]')));
    });
    await step(t, 'the capture stops', async () => {
      await panel.frame.locator('header').getByRole('button', { name: 'Stop', exact: true }).click();
      const stopped = await LaglensPanel.find(workbench, 'stopped');
      await stopped.frame.getByRole('button', { name: 'Record Again' }).waitFor();
      await stopped.frame.locator('.list-strip .sentence', { hasText: /^\d+ lags?, worst / }).waitFor();
      assert.equal(stopped.frame, panel.frame, 'the page is the same');
    });
    const { moves, seen } = await placesOf(panel.frame);
    assert.deepEqual(moves, []);
    assert.deepEqual(seen, parts);

    if (width === 1366) {
      await step(t, 'a laptop’s legend has room for two lines of keys', async () => {
        const room = await panel.frame.locator('.legend').evaluate(({ clientHeight }) => clientHeight);
        assert.ok(room >= TWO_LINES, `${room} pixels`);
      });
    }
    await step(t, 'the notes open only when asked', async () => {
      const note = panel.frame.locator('.warnings [data-code="overhead"]');
      assert.equal(await note.isVisible(), false);
      await panel.frame.locator('header .notes').click();
      await note.waitFor();
    });
  },
}));

interface Places {
  readonly moves: readonly string[];
  readonly seen: readonly string[];
}

/** Once two more frames are drawn. */
async function placesOf(frame: Frame): Promise<Places> {
  return Object(
    await frame.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(globalThis.places()))))',
    ),
  );
}

/**
 * Notes when a part of the page is elsewhere than before: its upper left corner, in CSS pixels. By timers: VS Code writes the page into
 * a document whose frames have been requested before.
 */
const noteMoves = `(() => {
  if (globalThis.places !== undefined) return;
  const before = new Map();
  const moves = [];
  globalThis.places = () => ({ moves, seen: ${JSON.stringify(parts)}.filter((part) => before.has(part)) });
  const look = () => {
    for (const part of document.querySelector('#page[data-phase]') === null ? [] : ${JSON.stringify(parts)}) {
      const node = document.querySelector(part);
      if (node === null || node.getClientRects().length === 0) continue;
      const { left, top } = node.getBoundingClientRect();
      const now = Math.round(left) + ', ' + Math.round(top);
      if (before.has(part) && before.get(part) !== now) moves.push(part + ': ' + before.get(part) + ' to ' + now);
      before.set(part, now);
    }
    setTimeout(look, 10);
  };
  look();
})()`;
