import assert from 'node:assert/strict';
import { wcagContrast } from 'culori';
import { startPhone } from '../../simulated/android/start-phone.ts';
import { seriousFindings } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { waitForFocus } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import { TroubleshootPage } from '../harness/troubleshoot-page.ts';
import type { PhonesWindow } from '../windows/phones-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

/** The way of a capture, as the page names it. */
const steps = [
  'Tools of this computer',
  'adb server',
  'Device',
  'App',
  'Agent copied into the app',
  'Agent loaded',
  'Agent answers',
  'First sample',
  'Sources',
];
const all = (verdict: string, names: readonly string[]): readonly string[] => names.map((name) => `${verdict}: ${name}`);
const themes = {
  'Light Modern': 'vscode-light',
  'Dark High Contrast': 'vscode-high-contrast',
  'Light High Contrast': 'vscode-high-contrast-light',
  'Dark Modern': 'vscode-dark',
} as const;
const CODE = /\[?\b(?:adb|device|app|attach|run-as|agent)-[a-z]+(?:-[a-z]+)*\]/;

export const diagnose: WindowTest<PhonesWindow> = {
  name: 'troubleshooting is a page: a sign for each step, a button for what can be done, the text one click away',
  width: 1366,
  height: 800,
  async run(t, { workbench, given: { adb } }) {
    const phone = await startPhone({ android: '14', server: adb });
    t.after(() => phone.stop());
    const other = await startPhone({ android: '9', server: adb, faults: { connection: 'unauthorized' } });
    t.after(() => other.stop());
    await phone.launchApp();
    const { quickInput } = workbench;

    await step(t, 'each step that passed has its sign, and a capture can start', async () => {
      await workbench.chooseBy('Laglens: Troubleshoot Connection', 'Android 14', 'com.example.shop');
      const page = await TroubleshootPage.find(workbench);
      await page.waitForHeadline('Everything works');
      await page.waitForVerdicts(all('Passed', steps));
      await page.button('Start Capture').waitFor();
      assert.deepEqual(await seriousFindings(page.frame), []);
    });

    await step(t, 'a failed step has its cause and what to do; the steps behind it are one line; no code is shown', async () => {
      phone.faults.dlopenDenied = true;
      const page = await TroubleshootPage.find(workbench);
      await page.button('Try Again').click();
      await page.waitForHeadline('1 problem found');
      await page.waitForVerdicts([...all('Passed', steps.slice(0, 5)), 'Failed: Agent loaded']);
      const row = page.row('Agent loaded');
      assert.match(await row.locator('.result').innerText(), /SELinux|denied/i);
      assert.notEqual(await row.locator('.next').innerText(), '');
      assert.match(await page.text(), /Not tried yet: Agent answers, First sample, Sources/);
      assert.doesNotMatch(await page.text(), CODE);
      assert.equal(await workbench.page.locator('.notification-list-item').count(), 0);
      assert.deepEqual(await seriousFindings(page.frame), []);
    });

    await step(t, 'the report is copied and shown as text, with the codes', async () => {
      const page = await TroubleshootPage.find(workbench);
      const report = await workbench.copied(() => page.button('Copy as Text').click());
      assert.match(report, /^1 problem found\. \(Laglens /);
      assert.match(report, /^FAIL +Agent loaded: .*\n +-> .* \[attach-refused\]/m);
      await page.button('Show as Text').click();
      await workbench.activeTab('Laglens Troubleshooting Report').waitFor();
      await workbench.page.locator('.editor-instance .view-lines').getByText('Agent loaded').first().waitFor();
      await TroubleshootPage.tab(workbench).click();
    });

    await step(t, 'Try Again by the keyboard asks nothing, and the page shows what changed', async () => {
      phone.faults.dlopenDenied = false;
      const page = await TroubleshootPage.find(workbench);
      await page.waitForHeadline('1 problem found');
      await page.button('Try Again').focus();
      await waitForFocus(page.frame);
      await workbench.page.keyboard.press('Enter');
      await page.waitForHeadline('Everything works');
      await page.waitForVerdicts(all('Passed', steps));
      assert.match(String(await page.frame.evaluate('document.activeElement?.outerHTML')), /^<button [^>]*tryAgain/);
    });

    await step(t, 'a phone that cannot be used can be chosen to learn why, and another one in the same page', async () => {
      await workbench.chooseBy('Laglens: Troubleshoot Connection', 'it does not trust this computer yet');
      const page = await TroubleshootPage.find(workbench);
      await page.waitForVerdicts([...all('Passed', steps.slice(0, 2)), 'Failed: Device']);
      await page.waitForHeadline('it does not trust this computer yet');
      assert.equal(await TroubleshootPage.tab(workbench).count(), 1);
      await quickInput.chooseAfter(() => page.button('Choose Device…').click(), 'Android 14', 'com.example.shop');
      await page.waitForHeadline('Everything works');
    });

    await step(t, 'a narrow page is readable', async () => {
      await workbench.page.setViewportSize({ width: 420, height: 700 });
      const page = await TroubleshootPage.find(workbench);
      await eventually(
        async () => Number(await page.frame.evaluate('document.documentElement.scrollWidth - innerWidth')),
        (over) => assert.ok(over <= 0, `${over} px are outside`),
      );
    });

    await step(t, 'signs can be seen in every kind of theme, and high contrast has a border around each button', async () => {
      await workbench.page.setViewportSize({ width: 1366, height: 800 });
      const page = await TroubleshootPage.find(workbench);
      for (const [theme, bodyClass] of Object.entries(themes)) {
        await workbench.useTheme(theme, bodyClass);
        const background = await page.colour('body', 'backgroundColor');
        const sign = await page.colour('.check .sign.ok', 'color');
        assert.ok(wcagContrast(sign, background) >= 3, `${theme}: ${sign} on ${background}`);
        assert.deepEqual(await seriousFindings(page.frame), []);
        if (!bodyClass.includes('high')) continue;
        const border = await page.colour('[data-button="tryAgain"]', 'borderTopColor');
        assert.ok(wcagContrast(border, background) >= 3, `${theme}: ${border} on ${background}`);
      }
    });

    await step(t, 'Start Capture captures the app that was checked', async () => {
      const page = await TroubleshootPage.find(workbench);
      await page.button('Start Capture').click();
      await workbench.recording.waitFor();
    });
  },
};
