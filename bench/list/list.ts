import { loadavg } from 'node:os';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { openBrowser } from '../../tests/e2e/harness/browser.ts';
import { atMost, type Bench } from '../support/figure.ts';
import { bundleOf, LonePage } from '../support/lone-page.ts';
import { median, quantile } from '../support/quantile.ts';
import { recordLags } from './list-recording.ts';

const LAGS = 10_000;
/** Half a screen of rows per frame, as when dragging the scroll bar. */
const STEPS = 300;
const STEP_PX = 365;
/** Later frames visibly stutter. */
const LATE_MS = 25;
const SWITCHES = 20;

/** Ten thousand lags in the .vsix' page: how smoothly the list scrolls, how soon it shows groups. */
export const bench: Bench = async function* (say) {
  say(`Making a recording of ${LAGS.toLocaleString('en')} lags ...`);
  const recording = await recordLags(LAGS);
  const bundle = await bundleOf(await buildVsix(say));
  const browser = await openBrowser({ width: 1400, height: 1000 });
  try {
    const page = await LonePage.open(browser.page, bundle);
    await page.show(recording);
    const what = `${LAGS.toLocaleString('en')} lags`;
    const rows = await page.lagRows();
    const { scripts, gaps } = await page.scrollList(STEPS, STEP_PX);
    const late = gaps.filter((ms) => ms > LATE_MS).length;
    const note = `${gaps.length} frames, ${rows} rows exist; load ${(loadavg()[0] ?? 0).toFixed(1)}`;
    yield atMost(12, {
      bench: 'list',
      figure: `${what}: script time per frame while scrolling, p95`,
      value: quantile(scripts, 0.95),
      unit: 'ms',
      note,
    });
    yield atMost(2, {
      bench: 'list',
      figure: `${what}: frames more than 25 ms after the one before`,
      value: (late / gaps.length) * 100,
      unit: '%',
      note,
    });
    const switches = await page.switchGroups(SWITCHES);
    yield atMost(150, {
      bench: 'list',
      figure: `${what}: from the key to groups, or to single lags again, on the screen`,
      value: median(switches),
      unit: 'ms',
      note: `median of ${SWITCHES}, longest ${Math.round(Math.max(...switches))}`,
    });
  } finally {
    await browser.close();
  }
};
