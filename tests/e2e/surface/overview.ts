import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { replaySession } from '../../../core/session/file/replay.ts';
import { inflateDriver, SessionFile } from '../../../host/session-file.ts';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));

async function secondsOfSample(signal: AbortSignal): Promise<number> {
  const file = await SessionFile.open(sample);
  const { model } = await replaySession(file, inflateDriver, signal);
  await file.close();
  return model.nowUs / 1e6;
}

type Box = Exclude<Awaited<ReturnType<Locator['boundingBox']>>, null>;

async function boxOf(shown: Locator): Promise<Box> {
  const box = await shown.boundingBox();
  assert.ok(box, `${shown} is not on the screen`);
  return box;
}

export const overview: WindowTest<ShopWindow> = {
  name: 'the timeline zooms by keys, wheel and pinch, pans by keys and its ruler, and one line follows the pointer everywhere',
  width: 1366,
  height: 768,
  async run(t, { workbench }) {
    const length = await secondsOfSample(t.signal);
    const { page } = workbench;
    const panel = await LaglensPanel.openSample(workbench);
    const { frame } = panel;
    const overview = frame.locator('.timeline');
    const box = await boxOf(overview);
    /** Seconds at a share of the timeline's width, by the time in its ruler. */
    const timeAt = async (share: number, y = 60): Promise<number> => {
      await page.mouse.move(box.x + share * box.width, box.y + y);
      return shownTime();
    };
    const shownTime = async (): Promise<number> => {
      const shown = await frame.locator('.hover-time').innerText();
      const [, seconds] = /^0:(\d\d\.\d{3})$/.exec(shown) ?? [];
      assert.ok(seconds, shown);
      return Number(seconds);
    };
    /** Waits for this part of the session: a pixel of it is some hundredths of a second. */
    const shows = (from: number, to: number): Promise<unknown> =>
      eventually(
        async () => [await timeAt(0.1), await timeAt(0.9)],
        ([first = NaN, last = NaN]) => {
          const at = (share: number): number => from + share * (to - from);
          assert.ok(Math.abs(first - at(0.1)) < 0.05 && Math.abs(last - at(0.9)) < 0.05, `${first} to ${last} of ${from} to ${to}`);
        },
        20_000,
      );
    await shows(0, length);

    await step(t, 'W zooms to 70 %, A and D pan by a quarter of it, S and 0 go back', async () => {
      await overview.focus();
      await page.keyboard.press('w');
      await shows(0.15 * length, 0.85 * length);
      await page.keyboard.press('d');
      await shows(0.3 * length, length);
      await page.keyboard.press('a');
      await page.keyboard.press('a');
      await shows(0, 0.7 * length);
      await page.keyboard.press('s');
      await shows(0, length);
      await page.keyboard.press('w');
      await page.keyboard.press('w');
      await page.keyboard.press('0');
      await shows(0, length);
    });

    await step(t, 'W keeps a selected lag in sight', async () => {
      await panel.selectLag('CartRepository.itemCount');
      const [, from, to] = /0:(\d\d\.\d\d) – 0:(\d\d\.\d\d)/.exec(await frame.locator('.ruler-range').innerText()) ?? [];
      const begin = 0.3 * ((Number(from) + Number(to)) / 2);
      await overview.focus();
      await page.keyboard.press('w');
      await shows(begin, begin + 0.7 * length);
      await page.keyboard.press('0');
      await frame.locator('.lags').press('Escape');
      await panel.summary.waitFor({ state: 'hidden' });
      await shows(0, length);
    });

    await step(t, 'Ctrl+wheel, as a pinch sends it, zooms about the pointer', async () => {
      const before = await timeAt(0.25);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -350);
      await page.keyboard.up('Control');
      // e^(-350 * 0.002) of it: 0.497.
      const part = Math.exp(-0.7) * length;
      await shows(0.25 * (length - part), 0.25 * (length - part) + part);
      assert.ok(Math.abs((await timeAt(0.25)) - before) < 0.05);
    });

    await step(t, 'a drag of the ruler pans, one below it selects a range of the part', async () => {
      const held = await timeAt(0.3, 9);
      await page.mouse.down();
      await page.mouse.move(box.x + 0.2 * box.width, box.y + 9, { steps: 4 });
      await page.mouse.up();
      await eventually(
        () => timeAt(0.2),
        (time) => assert.ok(Math.abs(time - held) < 0.05, `${time} is not ${held}`),
      );
      assert.equal(await frame.locator('.ruler-range').isVisible(), false);
      const [from, to] = [await timeAt(0.4), await timeAt(0.6)];
      await page.mouse.down();
      await page.mouse.move(box.x + 0.4 * box.width, box.y + 60, { steps: 4 });
      await page.mouse.up();
      await frame.locator('.ruler-range.dragged').waitFor();
      const [, begin, end] = /^0:(\S+) – 0:(\S+) /.exec(await frame.locator('.ruler-range .range').innerText()) ?? [];
      assert.ok(Math.abs(Number(begin) - from) < 0.05 && Math.abs(Number(end) - to) < 0.05, `${begin} to ${end}`);
      // Range, then zoom.
      await overview.focus();
      await page.keyboard.press('Escape');
      await frame.locator('.ruler-range').waitFor({ state: 'hidden' });
      await page.keyboard.press('Escape');
      await shows(0, length);
    });

    await step(t, 'the pointer’s line is at one time in timeline, tracks and flame graph, which is in the ruler', async () => {
      await page.keyboard.press('t');
      const tracks = frame.locator('.tracks');
      const row = tracks.getByRole('option').first();
      await row.waitFor();
      const names = (await boxOf(row)).width;
      const flame = await boxOf(panel.flame);
      const rows = await boxOf(tracks);
      const lines = async (): Promise<readonly number[]> => {
        const [inTimeline, inTracks, inFlame] = await Promise.all(
          ['.timeline > .hover-line', '.tracks .hover-line', '.flame-wrap > .hover-line'].map((line) => boxOf(frame.locator(line).first())),
        );
        const [above = 0, between = 0, below = 0] = [inTimeline?.x, inTracks?.x, inFlame?.x];
        return [(above - box.x) / box.width, (between - rows.x - names) / (rows.width - names), (below - flame.x) / flame.width];
      };
      const areAt = (share: number): Promise<unknown> =>
        eventually(lines, (shares) => {
          for (const each of shares) assert.ok(Math.abs(each - share) < 0.005, `${shares.join(', ')} of ${share}`);
        });
      await page.mouse.move(flame.x + 0.62 * flame.width, flame.y + 30);
      await areAt(0.62);
      assert.ok(Math.abs((await shownTime()) - 0.62 * length) < 0.1);
      await page.mouse.move(rows.x + names + 0.31 * (rows.width - names), rows.y + 40);
      await areAt(0.31);
      assert.ok(Math.abs((await shownTime()) - 0.31 * length) < 0.1);
      await timeAt(0.8);
      await areAt(0.8);
      await page.mouse.move(0, 0);
      await frame.locator('.hover-time').waitFor({ state: 'hidden' });
      assert.equal(await frame.locator('.hover-line:visible').count(), 0);
    });

    await step(t, 'the list of keys has them', async () => {
      await page.keyboard.press('?');
      await frame.getByText('On the timeline: zoom in, out, pan left, right, show all').waitFor();
      await page.keyboard.press('Escape');
    });
  },
};
