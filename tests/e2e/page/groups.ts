import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from '../../../core/wire/schema.ts';
import { idle, ms } from '../../core/analyzed-app.ts';
import { sessionBytes } from '../../core/memory-session.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { type Deed, scriptedApp } from '../../core/scripted-app.ts';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { showView } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const shop = 'com.example.shop';

/** One lag of main, which a build after the sample's made: at other lines. */
const lag = (us: number, frame: string): readonly Deed[] => [{ kind: 'message', us, stack: [frame] }, idle(2_000 * ms)];

/**
 * Two minutes of the sample's app: one function lags more than it did, one less, one once as in the sample's 28 s, which is too few, one is
 * new; all others, of which each came once or twice in the sample, are gone.
 */
function laterSession(): Promise<Uint8Array> {
  return sessionBytes(
    scriptedApp([
      idle(2_000 * ms),
      ...lag(2_500 * ms, `${shop}.catalog.Catalog.readAll:135`),
      ...Array.from({ length: 8 }, () => lag(120 * ms, `${shop}.feed.ImageDecoder.decode:113`)).flat(),
      ...lag(300 * ms, `${shop}.feed.Ticker.show:7`),
      ...Array.from({ length: 8 }, () => lag(2_000 * ms, `${shop}.catalog.CategoryTree.countBelow:21`)).flat(),
      idle(70_000 * ms),
    ]),
  );
}

/** The app was started twice: another function lags each time. */
function twoRuns(): Promise<Uint8Array> {
  const run = (frame: string): readonly Message[] => scriptedApp([idle(2_000 * ms), ...lag(400 * ms, frame)]);
  const second = run(`${shop}.feed.Ticker.show:7`).filter(({ type }) => type !== 'process');
  return sessionBytes([...run(`${shop}.catalog.Catalog.readAll:135`), processMessage(1), ...second]);
}

export const groups: WindowTest<ShopWindow> = {
  name: 'the same lags as groups, and beside a baseline: what is new, worse, better, gone',
  width: 1280,
  height: 800,
  async run(t, { workbench, given: { workspace } }) {
    await writeFile(join(workspace, 'later.laglens'), await laterSession());
    await writeFile(join(workspace, 'twice.laglens'), await twoRuns());
    const { page } = workbench;
    const sample = await LaglensPanel.openSample(workbench);
    // The notes about the sample: 18 lags, of which itemCount and decode come twice.
    await sample.frame.locator('#page[data-lags="18"][data-groups="16"]').waitFor();

    await step(t, 'a row says why in words, and how often it came', async () => {
      const lock = sample.lags('CartRepository.itemCount').first();
      await lock.locator('.why', { hasText: 'Hang · bg-db holds lock of Object' }).waitFor();
      await lock.locator('.frequency', { hasText: /^2× · \d\.\d\/min$/ }).waitFor();
      await lock.click();
      // It sleeps there, in code of the platform: what the app's own code did is what helps.
      await sample.summary.filter({ hasText: 'bg-db held it in CartRepository.writeRows and slept.' }).waitFor();
      // Its thread is one click away, at that time.
      await sample.summary.getByRole('button', { name: 'bg-db' }).click();
      const thread = sample.frame.getByRole('combobox', { name: 'Thread' }).locator('option:checked');
      await eventually(
        () => thread.evaluate(({ textContent }) => textContent ?? ''),
        (label) => assert.match(label, /^bg-db/),
      );
      await sample.summary.filter({ hasText: 'bg-db held it' }).waitFor();
      await lock.click();
      await sample.lags('ImageDecoder.decode').first().locator('.why', { hasText: 'Hang · busy' }).waitFor();
    });

    await step(t, 'Shift+G shows groups; j selects one, all its lags, and Enter opens the frame to blame', async () => {
      await sample.frame.locator('.lags').focus();
      await page.keyboard.press('Shift+G');
      await sample.frame.locator('li.group[aria-setsize="16"]').first().waitFor();
      await page.keyboard.press('Home');
      const selected = sample.frame.locator('li.group[aria-selected="true"]');
      await selected.waitFor();
      await page.keyboard.press('j');
      await sample.frame.locator('li.group[aria-selected="true"][aria-posinset="2"]').waitFor();
      const name = String(await selected.locator('.culprit').textContent());
      await sample.frame.locator('.group-summary', { hasText: name }).waitFor();
      await sample.frame.getByRole('button', { name: /^max / }).click();
      await sample.summary.filter({ hasText: name }).waitFor();
      await page.keyboard.press('Shift+G');
      await sample.frame.locator('li.lag[aria-setsize="18"]').first().waitFor();
    });

    await step(t, 'the session becomes the baseline, and beside itself nothing changed', async () => {
      await workbench.runCommand('Laglens: Set as Baseline');
      await workbench.notification(/Baseline set: Sample: shop, 18 lags/).waitFor();
      const bar = sample.frame.locator('.compare-bar');
      await bar.getByText('Baseline session').waitFor();
      assert.equal(await bar.locator('.change:visible').count(), 0);
    });

    await workbench.openFile('later.laglens');
    let later = await LaglensPanel.find(workbench, 'recorded');
    const changed = (change: string) => later.frame.locator('.compare-bar').getByRole('button', { name: change });

    await step(t, 'another session says what is new, worse, better and gone', async () => {
      await later.lags('Ticker.show').locator('.change.new').waitFor();
      await later.lags('CategoryTree.countBelow').first().locator('.change.worse').waitFor();
      await later.lags('ImageDecoder.decode').first().locator('.change.better').waitFor();
      assert.equal(await later.lags('Catalog.readAll').locator('.change').count(), 0, 'longer, but one lag only');
      // 16 groups of the sample without the three that came again. Each of them once in 28 s, so more than four in two minutes.
      await eventually(
        () => later.frame.locator('.compare-bar .change:visible').allInnerTexts(),
        (changes) => assert.deepEqual(changes, ['new 1', 'worse 1', 'better 1', 'gone 13']),
      );
    });

    await step(t, 'a filter leaves what changed, and what is gone stands greyed at the end of the groups', async () => {
      await changed('worse').click();
      await later.frame.locator('li.lag[aria-setsize="8"]', { hasText: 'CategoryTree.countBelow' }).first().waitFor();
      await later.frame.locator('.list-bar').getByRole('radio', { name: 'Lags 8', exact: true }).waitFor();
      await changed('worse').click();
      await later.frame
        .locator('.list-bar')
        .getByRole('radio', { name: /^Groups/ })
        .click();
      await later.frame.locator('li.lag[aria-setsize="17"]').first().waitFor();
      await later.frame.locator('.lags').focus();
      await page.keyboard.press('End');
      const last = later.frame.locator('li.lag.gone[aria-posinset="17"]');
      await last.locator('.change.gone').waitFor();
      await last.filter({ hasText: /was 1×, 2\.\d\/min, max \d+ ms/ }).waitFor();
    });

    await step(t, 'a gone group is selected like any other, and the summary of one that is there says how it was', async () => {
      await later.frame.locator('li.lag.gone[aria-selected="true"]').waitFor();
      await later.lags('Catalog.readAll').click();
      await later.frame
        .locator('.group-summary', { hasText: /Catalog\.readAll.*was 1×, 2\.\d\/min, max 374 ms \(too few to judge\)/ })
        .waitFor();
      await page.keyboard.press('2');
      await later.frame.getByText('0:02.00 – 0:04.50 (2.50 s)').waitFor();
      await later.lags('ImageDecoder.decode').click();
      await later.frame.locator('.group-summary', { hasText: /8×.*total 960 ms/ }).waitFor();
      // Over time there is no picture of several lags. 2.5 and 2 s of the first, seven times 0.12 and 2 s, and 2 s at first: 21.34 s.
      await page.keyboard.press('1');
      await later.frame.getByText('Latest of 8 lags in the group: 0:21.34 – 0:21.46 (120 ms)').waitFor();
      await page.keyboard.press('3');
      await later.frame.getByRole('heading', { name: 'Who calls ImageDecoder.decode' }).waitFor();
      await later.lags('Catalog.readAll').click();
      await later.frame.getByRole('heading', { name: 'Who calls Catalog.readAll' }).waitFor();
      await showView(page, later.frame, '2');
    });

    await step(t, 'graph and table are the difference of a group to the baseline, until that is switched off', async () => {
      await later.frame.locator('.compare-bar .side-b', { hasText: 'Sample: shop' }).waitFor();
      const difference = later.frame.locator('.compare-bar').getByRole('button', { name: 'Difference' });
      await difference.and(later.frame.locator('[aria-pressed="true"]')).waitFor();
      await later.hover('Catalog.readAll');
      // All of what is selected is spent in it; in the baseline it was called by others, and there is nothing at its place.
      await later.frame.locator('.tooltip', { hasText: /A 100 %, B \d+(\.\d)? %/ }).waitFor();
      await page.keyboard.press('4');
      const change = later.frame.locator('.view-body > .table [role="row"]', { hasText: 'Catalog.readAll' }).locator('.column-delta');
      await change.filter({ hasText: /^[+−][\d.]+ %$/ }).waitFor();
      await difference.click();
      await change.waitFor({ state: 'detached' });
    });

    await step(t, 'after a reload of the window the baseline and the view are still there', async () => {
      const loaded = page.waitForEvent('load', { timeout: 120_000 });
      await workbench.runCommand('Developer: Reload Window');
      await loaded;
      await workbench.webview('.lags', 120_000);
      later = await LaglensPanel.find(workbench, 'recorded');
      await later.frame.locator('.compare-bar', { hasText: 'gone 13' }).waitFor();
      await later.frame.locator('.view-body > .table').waitFor();
    });

    await step(t, 'cleared, nothing is compared, and the command is offered no more', async () => {
      await later.frame.getByRole('button', { name: 'Stop comparing, and clear the baseline' }).click();
      await later.frame.locator('.compare-bar').waitFor({ state: 'hidden' });
      await later.frame.locator('li.lag[aria-setsize="4"]').first().waitFor();
      await workbench.quickInput.waitUntilNotOffered('Laglens: Clear Baseline');
    });

    await step(t, 'of a session with two runs the first becomes the baseline, and the second is beside it', async () => {
      await workbench.openFile('twice.laglens');
      const twice = await LaglensPanel.find(workbench, 'recorded');
      await twice.frame.locator('#page[data-lags="2"]').waitFor();
      await workbench.chooseBy('Laglens: Set as Baseline', /^Run 1\b/);
      await workbench.notification(/Baseline set: twice, Run 1, 1 lags/).waitFor();
      await twice.lags('Ticker.show').locator('.change.new').waitFor();
    });
    await workbench.runCommand('Laglens: Clear Baseline');
  },
};
