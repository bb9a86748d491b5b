import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runLaglens } from '../../../cli/run-laglens.ts';
import { threadState } from '../../../core/session/columns/sample-columns.ts';
import { idle, ms } from '../../core/analyzed-app.ts';
import { sessionBytes } from '../../core/memory-session.ts';
import { SCRIPT_START_US, scriptedApp } from '../../core/scripted-app.ts';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { showView } from '../harness/page-keys.ts';
import { retryAction } from '../harness/retry-action.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const app = 'com.example.shop';
const NO_CORE = 'no core free';
const NOTE = 'The device was busy: main got 30 % of a core while it had work.';

/** 800 ms of computing beside others that got 70 % of the core, 600 ms for a lock, 400 ms of computing with a core alone. */
function session(): Promise<Uint8Array> {
  const message = (us: number, frame: string, busy: number, state: number) =>
    ({ kind: 'message', us, stack: [`${app}.${frame}`], busy, state }) as const;
  const ready = { type: 'ready', thread: 1, beginUs: SCRIPT_START_US + 300 * ms, atUs: SCRIPT_START_US + 1_100 * ms } as const;
  return sessionBytes([
    ...scriptedApp([
      idle(300 * ms),
      message(800 * ms, 'feed.ImageDecoder.decode:13', 0.3, threadState.running),
      idle(300 * ms),
      message(600 * ms, 'cart.CartRepository.itemCount:40', 0, threadState.monitor),
      idle(300 * ms),
      message(400 * ms, 'search.SearchIndex.buildIndex:20', 1, threadState.running),
      idle(300 * ms),
    ]),
    { ...ready, readyUs: 560 * ms },
  ]);
}

export const states: WindowTest<ShopWindow> = {
  name: 'a state has the same word and pattern wherever it is shown, and blocked needs evidence',
  width: 1920,
  height: 1080,
  async run(t, { workbench, given: { workspace } }) {
    await writeFile(join(workspace, 'states.laglens'), await session());
    const { page } = workbench;
    await workbench.openFile('states.laglens');
    const panel = await LaglensPanel.find(workbench, 'recorded');
    const { frame, summary } = panel;

    await step(t, 'the list says why in the words of the states', async () => {
      await panel.lags('ImageDecoder.decode').locator('.why', { hasText: NO_CORE }).waitFor();
      await panel
        .lags('CartRepository.itemCount')
        .locator('.why', { hasText: /^Hang · waits for a lock$/ })
        .waitFor();
      await panel
        .lags('SearchIndex.buildIndex')
        .locator('.why', { hasText: /^Hang · busy$/ })
        .waitFor();
    });

    await step(t, 'the summary, with the note about the device where it holds', async () => {
      await panel.selectLag('SearchIndex.buildIndex');
      assert.match(await summary.innerText(), /busy \d+ ms/);
      assert.equal(await summary.locator('.busy-device').count(), 0);
      await panel.selectLag('ImageDecoder.decode');
      await summary.locator('.busy-device', { hasText: NOTE }).waitFor();
      const words = await summary.innerText();
      assert.match(words, /busy 2\d\d ms/);
      assert.match(words, new RegExp(`${NO_CORE} 5\\d\\d ms`));
      assert.doesNotMatch(words, /blocked/);
    });

    await step(t, 'the tooltip of a box over time, and aggregated', async () => {
      for (const key of ['1', '2'] as const) {
        await showView(page, frame, key);
        await panel.hover('ImageDecoder.decode');
        const words = await frame.locator('.tooltip').innerText();
        assert.match(words, /busy\s+2\d\d ms/i);
        assert.match(words, new RegExp(`${NO_CORE}\\s+5\\d\\d ms`, 'i'));
        assert.doesNotMatch(words, /blocked|not on CPU|running/i);
      }
    });

    await step(t, 'the patterns of boxes: lines, stripes, none', async () => {
      await showView(page, frame, '1');
      // The last drawn lag's stays until the next is drawn.
      const patternOf = async (lag: string, last?: unknown): Promise<unknown> => {
        await panel.selectLag(lag);
        const [pattern] = await eventually(
          async () => [await frame.evaluate(patternsScript)].flat(),
          (patterns) => assert.ok(patterns.length === 1 && patterns[0] !== last, `${lag}: ${JSON.stringify(patterns)}`),
        );
        return pattern;
      };
      await patternOf('CartRepository.itemCount', await patternOf('ImageDecoder.decode'));
      await panel.selectLag('SearchIndex.buildIndex');
      await eventually(
        () => frame.evaluate(patternsScript),
        (patterns) => assert.deepEqual(patterns, []),
      );
    });

    await step(t, 'the legend of boxes and of the timeline', async () => {
      const keys = await frame.locator('.legend .key:not([hidden])').allTextContents();
      for (const word of ['busy', 'blocked', NO_CORE]) assert.ok(keys.includes(word), keys.join(', '));
      const backgrounds = await frame.evaluate(
        `['blocked', 'ready', 'unknown'].map((state) => getComputedStyle(document.querySelector('.legend .swatch.' + state)).backgroundImage)`,
      );
      assert.match(String(backgrounds), /^repeating-linear-gradient.*repeating-linear-gradient.*radial-gradient/);
    });

    await step(t, 'the table', async () => {
      await panel.selectLag('ImageDecoder.decode');
      await showView(page, frame, '4');
      const row = frame.locator('.view-body > .table .table-row', { hasText: 'ImageDecoder.decode' });
      await row.waitFor();
      await frame.getByRole('columnheader', { name: 'No core (ms)' }).waitFor();
      assert.match((await row.locator('.column-ready').textContent()) ?? '', /^5\d\d\.\d$/);
      assert.equal(await row.locator('.column-blocked').textContent(), '–');
      assert.equal(await row.locator('.swatch').getAttribute('title'), NO_CORE);
    });

    await step(t, 'the hover of the line', async () => {
      await workbench.openFile('ImageDecoder.java');
      const hover = page.locator('.monaco-hover').filter({ hasText: 'on the main thread' });
      await retryAction(async (timeout) => {
        await page.mouse.move(0, 0);
        await page.locator('.view-line', { hasText: 'int x = 0' }).getByText('SIZE').hover({ timeout });
        await hover.waitFor({ timeout });
      });
      assert.match(await hover.innerText(), new RegExp(`busy \\d\\d %, ${NO_CORE} \\d\\d %`));
    });

    await step(t, 'the report of the command line', async () => {
      const out: string[] = [];
      const terminal = {
        out: (text: string) => void out.push(text),
        say: () => undefined,
        environment: {},
        folder: workspace,
        signal: t.signal,
      };
      assert.equal(await runLaglens(['report', 'states.laglens'], terminal), 0);
      const report = out.join('\n');
      assert.match(report, new RegExp(`busy +blocked +${NO_CORE} +to blame`));
      assert.match(report, /30 % +0 % +70 % +ImageDecoder\.decode/);
      assert.match(report, /Warning {3}The device was busy: main got \d\d % of a core while it had work\./);
    });
  },
};

/** The rows of the flame graph that have a pattern near their right end, as its pixels. */
const patternsScript = `(() => {
  const canvas = [...document.querySelectorAll('.flame canvas')].find((each) => each.offsetParent !== null && each.width > 0);
  if (canvas === undefined) return undefined;
  const context = canvas.getContext('2d');
  const patterns = [];
  for (let y = 4; y + 12 < canvas.height; y += 20) {
    const { data } = context.getImageData(Math.round(canvas.width * 0.85), y, 12, 12);
    const pixels = new Uint32Array(data.buffer);
    if (new Set(pixels).size > 1) patterns.push([...pixels].map((pixel) => (pixel === pixels[0] ? '.' : '#')).join(''));
  }
  return patterns;
})()`;
