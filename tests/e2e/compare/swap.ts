import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idle, message, ms } from '../../core/analyzed-app.ts';
import { sessionBytes } from '../../core/memory-session.ts';
import { scriptedApp } from '../../core/scripted-app.ts';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { retryAction } from '../harness/retry-action.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const shop = 'com.example.shop';

/** Lags of one function, one a second. */
function session(count: number, lengthMs: number, frame: string): Promise<Uint8Array> {
  const deeds = Array.from({ length: count }, () => [idle((1_000 - lengthMs) * ms), message(lengthMs * ms, frame)]).flat();
  return sessionBytes(scriptedApp([...deeds, idle(1_000 * ms)]));
}

/** `0:12.0 – 0:14.0` of a side's text. */
function rangeIn(side: string | undefined): string {
  return /\d.* – \S+/.exec(String(side))?.[0] ?? '';
}

export const swap: WindowTest<ShopWindow> = {
  name: 'sessions and ranges of one are compared, change sides, and are offered in the Explorer',
  width: 1366,
  height: 800,
  async run(t, { workbench, given: { workspace } }) {
    await writeFile(join(workspace, 'old.laglens'), await session(20, 200, `${shop}.Cart.total:12`));
    await writeFile(join(workspace, 'new.laglens'), await session(20, 600, `${shop}.Feed.show:7`));
    const { page } = workbench;
    const inExplorer = (name: string) => page.locator('.explorer-viewlet .monaco-list-row', { hasText: name });
    const shown = async (name: string, other: string): Promise<LaglensPanel> => {
      await workbench.activeTab(name).waitFor();
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.frame.locator('.compare-bar .side-b', { hasText: other }).waitFor();
      return panel;
    };

    await step(t, 'a button shows the baseline’s session beside this one', async () => {
      await workbench.openFile('old.laglens');
      await (await LaglensPanel.find(workbench, 'recorded')).lags('Cart.total').first().waitFor();
      await workbench.runCommand('Laglens: Set as Baseline');
      await workbench.openFile('new.laglens');
      const panel = await shown('new.laglens', 'old');
      await panel.lags('Feed.show').filter({ hasText: 'new' }).first().waitFor();
      await panel.frame
        .locator('.compare-bar')
        .getByRole('button', { name: /^Swap: show old, / })
        .click();
      const swapped = await shown('old.laglens', 'new');
      await swapped.lags('Cart.total').filter({ hasText: 'new' }).first().waitFor();
    });

    await step(t, 'X does the same, and back', async () => {
      const panel = await shown('old.laglens', 'new');
      await panel.frame.locator('.lags').focus();
      await page.keyboard.press('x');
      const back = await shown('new.laglens', 'old');
      await back.frame.locator('.lags').focus();
      await page.keyboard.press('x');
      await shown('old.laglens', 'new');
    });

    await step(t, 'ranges A and B change places, and the bar says both', async () => {
      const panel = await shown('old.laglens', 'new');
      const timeline = panel.frame.locator('.timeline');
      const box = await timeline.boundingBox();
      assert.ok(box);
      const drag = async (from: number, to: number): Promise<void> => {
        await page.mouse.move(box.x + from * box.width, box.y + box.height / 2);
        await page.mouse.down();
        await page.mouse.move(box.x + to * box.width, box.y + box.height / 2, { steps: 4 });
        await page.mouse.up();
      };
      await drag(0.1, 0.3);
      await page.keyboard.down('Shift');
      await drag(0.5, 0.8);
      await page.keyboard.up('Shift');
      const compared = panel.frame.locator('.compare-bar');
      const [a, b] = [compared.locator('.side-a'), compared.locator('.side-b')];
      await b.filter({ hasText: /\d – \d/ }).waitFor();
      const before = [await a.innerText(), await b.innerText()];
      await compared.getByRole('button', { name: 'Swap ranges A and B (X)' }).click();
      await a.filter({ hasText: rangeIn(before[1]) }).waitFor();
      assert.equal(rangeIn(await b.innerText()), rangeIn(before[0]));
      await page.keyboard.press('x');
      await a.filter({ hasText: rangeIn(before[0]) }).waitFor();
      await compared.getByRole('button', { name: 'Stop comparing' }).click();
    });

    await step(t, 'a lag’s menu makes it range B', async () => {
      const panel = await shown('old.laglens', 'new');
      await panel.lags('Cart.total').first().click({ button: 'right' });
      await panel.frame.getByRole('menuitem', { name: 'Compare with this lag' }).click();
      await eventually(
        () => panel.frame.locator('.compare-bar .side-b').getAttribute('title'),
        (title) => assert.match(String(title), /, 2\d\d ms$/),
      );
      await panel.frame.locator('.compare-bar').getByRole('button', { name: 'Stop comparing' }).click();
    });

    await step(t, 'a range becomes the baseline of another session, and the bar says why it can’t be swapped', async () => {
      const panel = await shown('old.laglens', 'new');
      await panel.lags('Cart.total').first().click();
      await panel.frame.locator('.compare-bar .side-a').click();
      await panel.frame.getByRole('menuitem', { name: 'Use as B from Now On' }).click();
      await panel.frame.locator('.compare-bar .title', { hasText: /^Baseline: \d+\.\d–\d+\.\d s of this session$/ }).waitFor();
      await workbench.openFile('new.laglens');
      await workbench.activeTab('new.laglens').waitFor();
      const other = await LaglensPanel.find(workbench, 'recorded');
      await other.frame.locator('.compare-bar .side-b', { hasText: /\d+\.\d–\d+\.\d s of old/ }).waitFor();
      await other.lags('Feed.show').filter({ hasText: 'new' }).first().waitFor();
      const swap = other.frame.locator('.compare-bar').getByRole('button', { name: /^A part of a session cannot change sides/ });
      assert.ok(await swap.isDisabled());
    });

    await step(t, 'the Explorer’s “Compare…” offers the range for another session only', async () => {
      const { quickInput } = workbench;
      const range = /\d+\.\d–\d+\.\d s of old/;
      await workbench.runCommand('File: Focus on Files Explorer');
      await workbench.chooseInMenu(inExplorer('old.laglens'), 'Compare…');
      await quickInput.row('Browse…').waitFor();
      assert.equal(await quickInput.row(range).count(), 0);
      await quickInput.dismiss();
      await workbench.closeAllEditors();
      await quickInput.chooseAfter(async () => {
        await workbench.runCommand('File: Focus on Files Explorer');
        await workbench.chooseInMenu(inExplorer('new.laglens'), 'Compare…');
      }, range);
      await workbench.activeTab('new.laglens').waitFor();
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.frame.locator('.compare-bar .side-b', { hasText: /\d+\.\d–\d+\.\d s of old/ }).waitFor();
    });

    await step(t, 'two files selected in the Explorer are compared, the ticked one as the baseline', async () => {
      const { quickInput } = workbench;
      await workbench.runCommand('File: Focus on Files Explorer');
      // The opened file is revealed as the only selected one, perhaps late.
      await retryAction(async (timeout) => {
        await inExplorer('old.laglens').click({ timeout });
        await workbench.activeTab('old.laglens').waitFor({ timeout });
        await inExplorer('new.laglens').click({ modifiers: ['Control'], timeout });
        for (const name of ['old.laglens', 'new.laglens'])
          await inExplorer(name).and(page.locator('[aria-selected="true"]')).waitFor({ timeout });
      });
      await workbench.chooseInMenu(inExplorer('new.laglens'), 'Compare Selected…');
      await quickInput.row('old').waitFor();
      for (const [name, isBaseline] of [
        ['old', true],
        ['new', false],
      ] as const)
        await quickInput.row(name).getByRole('checkbox').setChecked(isBaseline);
      await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
      const frame = await workbench.webview('main .sides');
      // 20 lags of 200 ms and of 600 ms in 21 s each.
      await frame.locator('h1', { hasText: 'Groups: 1 new, 1 gone.' }).waitFor();
      const groups = await frame.locator('table[aria-label="Groups of lags"] tbody tr').allInnerTexts();
      assert.deepEqual(
        groups.map((row) => row.split(/\s+/).slice(0, 2).join(' ')),
        ['new Feed.show', 'gone Cart.total'],
      );
    });
    await workbench.runCommand('Laglens: Clear Baseline');
  },
};
