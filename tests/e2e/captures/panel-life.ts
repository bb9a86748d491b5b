import assert from 'node:assert/strict';
import { startDemoApp } from '../../demo-app/start-demo-app.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { seeOfLag, startCapture } from '../harness/main-job.ts';
import { waitForFocus } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import type { ProgramWindow } from '../windows/program-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

export const panelLife: WindowTest<ProgramWindow> = {
  name: 'the panel is hidden, comes back, is paused, marked, closed and opened again while the capture goes on',
  width: 1280,
  height: 800,
  async run(t, { workbench, given: { demo } }) {
    const { page } = workbench;
    const panel = await startCapture(workbench, 'This computer', 'com.example.shop.Main', demo.pid);
    await panel.phase.filter({ hasText: 'Recording' }).waitFor();

    await step(t, 'the row of a lag counts up while it lasts', async () => {
      // The page itself looks: what is over in half a second a test may miss.
      await panel.frame.evaluate(WATCH_OPEN_ROWS);
      await seeOfLag(() => demo.lag('busy'), panel.frame.locator('.lags[data-counted-up]'));
      assert.match((await panel.frame.locator('.lags').getAttribute('data-counted-up')) ?? '', /^\d+ < \d+ < \d+$/);
    });

    await step(t, 'a hang behind another tab is reported by a notification, which leads to it', async () => {
      await workbench.openFile('CartRepository.java');
      const notice = /main thread did not respond for \d\.\d s/;
      // The extension may hear a moment later that its panel is hidden, and takes what came meanwhile for seen.
      await seeOfLag(() => demo.freeze(1_200), workbench.notification(notice));
      await workbench.page.locator('.statusbar-item.warning-kind', { hasText: 'com.example.shop' }).waitFor();
      await workbench.answerNotification(notice, 'Show Lag');
      const shown = await LaglensPanel.find(workbench);
      await shown.frame.locator('.lag[aria-selected="true"]', { hasNotText: 'ImageDecoder.decode' }).waitFor();
    });

    await step(t, 'the stack that took longest opens by keys, and its frames open their sources', async () => {
      const shown = await LaglensPanel.find(workbench);
      await waitForFocus(shown.frame);
      await shown.selectLag('ImageDecoder.decode');
      const recent = shown.frame.locator('.recent-stack');
      await shown.frame.getByRole('button', { name: 'Details' }).focus();
      await page.keyboard.press('Enter');
      await recent.getByText(/Stack at the end of the lag: ImageDecoder\.\w+/).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      const frame = recent.locator('li', { has: shown.frame.locator('button:focus') });
      const place = /ImageDecoder\.java:(\d+)/.exec(await frame.innerText());
      assert.ok(place !== null, await frame.innerText());
      await page.keyboard.press('Enter');
      await workbench.waitForCursor('ImageDecoder.java', Number(place[1]));
    });

    await step(t, 'what happened while it was hidden is there when it is shown again', async () => {
      await workbench.openFile('CartRepository.java');
      await demo.lag('busy');
      await workbench.statusItem(/[1-9]\d* lags?/).waitFor();
      await workbench.runCommand('Laglens: Show Capture');
      const shown = await LaglensPanel.find(workbench);
      await shown.lags('ImageDecoder.decode').first().waitFor();
    });

    await step(t, 'a pause stops the picture, not the recording', async () => {
      const shown = await LaglensPanel.find(workbench);
      await shown.frame.getByRole('button', { name: 'Pause View' }).click();
      await shown.frame.getByRole('button', { name: 'Resume View' }).waitFor();
      const before = await shown.frame.locator('#page').getAttribute('data-lags');
      await demo.lag('sleep');
      await workbench.statusItem(/([2-9]|\d\d) lags/).waitFor();
      await shown.phase.filter({ hasText: /^Recording \d+:\d\d · view paused · (1 new lag|\d+ new lags)$/ }).waitFor();
      assert.equal(await shown.frame.locator('#page').getAttribute('data-lags'), before);
      await workbench.openFile('CartRepository.java');
      await workbench.runCommand('Laglens: Show Capture');
      const again = await LaglensPanel.find(workbench);
      await again.frame.locator(`#page[data-lags="${before}"]`).waitFor();
      await again.frame.getByRole('button', { name: 'Resume View' }).click();
      await again.frame.locator(`#page:not([data-lags="${before}"])`).waitFor();
    });

    await step(t, 'a mark stands in the session, and a lag can be selected while others come', async () => {
      const shown = await LaglensPanel.find(workbench);
      await shown.frame.locator('.lags').focus();
      await page.keyboard.press('b');
      await shown.frame.locator('#page[data-marks="1"]').waitFor();
      await shown.selectLag('ImageDecoder.decode');
      await demo.lag('busy');
      await shown.frame.locator('.lag[aria-selected="true"]', { hasText: 'ImageDecoder.decode' }).waitFor();
    });

    await step(t, 'a second start offers to stop the first', async () => {
      await workbench.runCommand('Laglens: Start Lag Capture');
      await workbench.answerDialog('One capture runs at a time', 'Cancel');
    });

    await step(t, 'closed by hand, the panel comes back with everything', async () => {
      await workbench.closeAllEditors();
      await workbench.statusItem(/\d lags/).click();
      const shown = await LaglensPanel.find(workbench);
      await shown.lags('ImageDecoder.decode').first().waitFor();
      await shown.phase.filter({ hasText: 'Recording' }).waitFor();
    });

    await step(t, 'stopped, it stays and can be saved', async () => {
      const shown = await LaglensPanel.find(workbench);
      await shown.frame.getByRole('button', { name: 'Stop' }).click();
      await shown.phase.filter({ hasText: 'Stopped' }).waitFor();
      await workbench.quickInput.waitUntilNotOffered('Laglens: Stop Lag Capture');
    });

    await step(t, 'when the program runs twice, a repeat takes the process of the last capture', async () => {
      const twin = await startDemoApp({ android: '14', runtime: 'jvm' });
      t.after(() => twin.stop());
      await workbench.runCommand('Laglens: Repeat Last Capture');
      await workbench.recording.waitFor();
      const shown = await LaglensPanel.find(workbench);
      await shown.phase.filter({ hasText: 'Recording' }).waitFor();
      // A warning may stand in its place.
      await shown.frame.locator('header .where', { hasText: `pid ${demo.pid}` }).waitFor({ state: 'attached' });
      await seeOfLag(() => demo.lag('busy'), shown.lags('ImageDecoder.decode'));
      await workbench.runCommand('Laglens: Stop Lag Capture');
      await shown.phase.filter({ hasText: 'Stopped' }).waitFor();
    });

    for (const time of ['first', 'second']) {
      await step(t, `after the ${time} reload of the window the recording is shown, and can be saved`, async () => {
        // The command lets VS Code store its layout first; a reload of the browser does not wait for that.
        const loaded = page.waitForEvent('load', { timeout: 120_000 });
        await workbench.runCommand('Developer: Reload Window');
        await loaded;
        await workbench.webview('.lags', 120_000);
        const shown = await LaglensPanel.find(workbench);
        await shown.phase.filter({ hasText: 'Recorded' }).waitFor();
        await shown.lags('ImageDecoder.decode').first().waitFor();
        await workbench.runCommand('Laglens: Save Session As…');
        await page.locator('.quick-input-title', { hasText: 'Save Lag Session' }).waitFor();
        await workbench.quickInput.dismiss();
      });
    }
  },
};

/** Notes in the page what a row says of its lag's length while that lasts, in milliseconds, once it has said more twice. */
const WATCH_OPEN_ROWS = `(() => {
  const list = document.querySelector('.lags');
  const said = new Map();
  const look = () => {
    for (const row of list.querySelectorAll('.lag[data-open="true"]')) {
      const [, digits, unit] = /([\\d.]+)\\s(m?s)$/.exec(row.querySelector('.duration').textContent) ?? [];
      const ms = Math.round(Number(digits) * (unit === 's' ? 1000 : 1));
      const before = said.get(row.dataset.lag) ?? [];
      if (!(ms > (before.at(-1) ?? 0))) continue;
      said.set(row.dataset.lag, [...before, ms]);
      if (before.length === 2) list.dataset.countedUp = [...before, ms].join(' < ');
    }
  };
  new MutationObserver(look).observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
})()`;
