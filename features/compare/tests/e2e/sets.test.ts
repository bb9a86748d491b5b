import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { storeRecordings } from '../../../../tests/e2e/compare/stored-recordings.ts';
import { eventually } from '../../../../tests/e2e/harness/eventually.ts';
import { LaglensPanel } from '../../../../tests/e2e/harness/laglens-panel.ts';
import { SideBar } from '../../../../tests/e2e/harness/side-bar.ts';
import { step } from '../../../../tests/e2e/harness/step.ts';
import { inVsCode } from '../../../../tests/e2e/harness/vscode.ts';
import { runCommand } from '../../../../tests/host/run-command.ts';

test('all captures of one build are compared with all of another', async (t) => {
  const workspace = await mkdtemp(join(tmpdir(), 'laglens sets '));
  t.after(() => rm(workspace, { recursive: true }));
  await mkdir(join(workspace, 'app', 'src', 'main'), { recursive: true });
  await writeFile(join(workspace, 'app', 'src', 'main', 'AndroidManifest.xml'), '<manifest/>');
  await inVsCode(t, { workspace, width: 1366, height: 800 }, async ({ workbench, server }) => {
    const { page, quickInput } = workbench;
    const folder = await storeRecordings(server.home);
    await workbench.statusItem(/^\s*Laglens\s*$/).waitFor();
    const bar = await SideBar.open(workbench);
    const comparison = (): Promise<Frame> => workbench.webview('main .sides');
    const ok = page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' });
    const rows = async (frame: Frame, table: string): Promise<readonly string[]> =>
      (await frame.locator(`table[aria-label="${table}"] tbody tr`).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));

    await step(t, 'selected sessions are divided, the earlier ones first, and compared as the command line does', async () => {
      await bar.row('Sessions', /12:01.*/).waitFor();
      const listed = bar.view('Sessions').locator('.monaco-list-row', { hasText: /12:0\d/ });
      await eventually(
        () => listed.count(),
        (count) => assert.equal(count, 4),
      );
      for (const at of [0, 1, 2, 3]) await listed.nth(at).click({ modifiers: ['Control'] });
      await workbench.chooseInMenu(listed.nth(3), 'Compare Selected…');
      await quickInput.row(/12:00/).waitFor();
      await ok.click();
      const frame = await comparison();
      await frame.locator('h1', { hasText: 'Time in lags went from' }).waitFor();
      const path = (name: string): string => join(folder, `${name}.laglens`);
      const args = ['diff', path('old-1'), path('new-1'), '--before', path('old-2'), '--after', path('new-2')];
      const { out } = await runCommand(args, { folder });
      // `Time in lags went from A to B per minute (CHANGE)`, up to the groups.
      const [sentence = ''] = /^Time in lags went from .*\)/m.exec(out) ?? [];
      assert.ok((await frame.locator('h1').innerText()).startsWith(`${sentence}. Groups: 1 new, 1 worse, 1 gone.`));
      const groups = await rows(frame, 'Groups of lags');
      assert.deepEqual(
        groups.map((row) => row.split(' ').slice(0, 2).join(' ')),
        ['worse Cart.total', 'gone Feed.show', 'new Wish.sort'],
      );
      assert.match(String(groups[0]), /20 → 20/);
    });

    await step(t, 'the sides change places, and a side’s session opens', async () => {
      const frame = await comparison();
      await frame.getByRole('button', { name: 'Swap Sides' }).click();
      await frame.locator('h1', { hasText: 'Groups: 1 new, 1 better, 1 gone.' }).waitFor();
      await page.keyboard.press('x');
      await frame.locator('h1', { hasText: 'Groups: 1 new, 1 worse, 1 gone.' }).waitFor();
      await frame.locator('.side-box', { hasText: 'B' }).last().getByRole('button').first().click();
      await workbench.activeTab('old-1.laglens').waitFor();
      await LaglensPanel.find(workbench, 'recorded');
    });

    await step(t, '“Compare…” fills side B with several sessions, which list and flame graph follow', async () => {
      await workbench.closeAllEditors();
      await bar.row('Sessions', /12:01/).click();
      await workbench.activeTab('new-2.laglens').waitFor();
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      const compare = frame.locator('header').getByRole('button', { name: 'Compare…' });
      await quickInput.chooseAfter(() => compare.click(), 'Several Sessions…');
      // The newest of the others is new-1; the old ones follow.
      await quickInput.row(/12:00/).waitFor();
      const boxes = page.locator('.quick-input-widget .monaco-list-row', { hasText: /12:0\d/ });
      await boxes.nth(1).click();
      await boxes.nth(2).click();
      await ok.click();
      const compared = frame.locator('.compare-bar');
      await compared.locator('.side-a', { hasText: 'this session' }).waitFor();
      await compared.locator('.side-b', { hasText: '2 sessions' }).waitFor();
      // As the sets above: `total` of 620 after 210 ms, `sort` for `show`.
      assert.deepEqual(await compared.locator('.change:visible').allInnerTexts(), ['new 1', 'worse 1', 'gone 1']);
      await frame.locator('.lag .change.worse').first().waitFor();
      assert.ok(await compared.getByRole('button', { name: 'Several sessions cannot change sides' }).isDisabled());
      await frame.locator('.lags').focus();
      await page.keyboard.press('2');
      await compared.getByRole('button', { name: 'Difference', pressed: true }).waitFor();
      await compared.getByRole('button', { name: 'Stop comparing' }).click();
      await compared.waitFor({ state: 'hidden' });
    });
  });
});
