import { buildVsix } from '../../scripts/setup/vsix.ts';
import { openBrowser } from '../../tests/e2e/harness/browser.ts';
import { recordMain } from '../support/bench-session.ts';
import { atMost, type Bench } from '../support/figure.ts';
import { bundleOf, LonePage } from '../support/lone-page.ts';
import { median, quantile } from '../support/quantile.ts';

const CALLS = 200_000;
const ROUNDS = 5;
const STEPS = 150;

/** A long recording in the .vsix' page without VS Code: how soon it shows, how smoothly it moves. */
export const bench: Bench = async function* (say) {
  say(`Making a recording of ${CALLS.toLocaleString('en')} calls ...`);
  const recording = await recordMain(CALLS);
  const bundle = await bundleOf(await buildVsix(say));
  const browser = await openBrowser();
  try {
    const shown: number[] = [];
    const shownCpu: number[] = [];
    const frames: number[] = [];
    let framesCpuMs = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const page = await LonePage.open(browser.page, bundle);
      const beforeMs = await page.scriptCpuMs();
      shown.push(await page.show(recording));
      shownCpu.push((await page.scriptCpuMs()) - beforeMs);
      say(`first view: ${Math.round(shown.at(-1) ?? 0)} ms`);
      if (round < ROUNDS - 1) continue;
      // Half of the recording, a sixteenth, some seconds.
      for (const times of [1, 3, 4]) {
        await page.zoomIn(times);
        const beforeMs = await page.scriptCpuMs();
        frames.push(...(await page.pan(STEPS)).scripts);
        framesCpuMs += (await page.scriptCpuMs()) - beforeMs;
      }
    }
    const conditions = `${recording.samples.toLocaleString('en')} samples, ${recording.calls.toLocaleString('en')} calls of main`;
    yield atMost(300, {
      bench: 'page',
      figure: '200,000 calls: bytes in the page -> first view of all',
      value: median(shown),
      unit: 'ms',
      note: `${conditions}; median of ${shown.map((ms) => Math.round(ms)).join(', ')}; CPU of its scripts ${Math.round(median(shownCpu))} ms`,
    });
    yield atMost(10, {
      bench: 'page',
      figure: '200,000 calls: script time per frame while panning, p95',
      value: quantile(frames, 0.95),
      unit: 'ms',
      note: `${frames.length} frames at three zooms, median ${median(frames).toFixed(1)}, worst ${Math.max(...frames).toFixed(1)}; CPU per frame ${(framesCpuMs / frames.length).toFixed(1)} ms`,
    });
  } finally {
    await browser.close();
  }
};
