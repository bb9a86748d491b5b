import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { step } from '../harness/step.ts';
import { TroubleshootPage } from '../harness/troubleshoot-page.ts';
import { inVsCode } from '../harness/vscode.ts';
import { usualVsCode } from '../harness/vscode-age.ts';
import { withoutPhones } from '../harness/without-phones.ts';

test('picking a device shows no empty panel, and a device that is missing leads to its cause', async (t) => {
  const workspace = await mkdtemp(join(tmpdir(), 'laglens-picking-'));
  t.after(() => rm(workspace, { recursive: true, force: true }));
  const settings = await withoutPhones(t);
  await inVsCode(t, { vscode: usualVsCode, workspace, settings, width: 1366, height: 800 }, async ({ workbench }) => {
    const { page, quickInput } = workbench;

    await step(t, 'the panel waits for the choice', async () => {
      await workbench.runCommand('Laglens: Start Lag Capture');
      await quickInput.row('This computer').waitFor();
      await quickInput.row('Java programs').waitFor();
      await quickInput.choose('This computer');
      await page.locator('.quick-input-title', { hasText: 'Apps on This computer' }).waitFor();
      assert.equal(await page.locator('iframe.webview').count(), 0);
    });

    await step(t, 'the row of no phone gives advice, and leads to the page of troubleshooting', async () => {
      await page.keyboard.press('Escape');
      await workbench.runCommand('Laglens: Start Lag Capture');
      await quickInput.row(/no phone or emulator is connected/).waitFor();
      await eventually(
        () => quickInput.rows(),
        (rows) => assert.match(rows.join('\n'), /Connect a Phone…\s*no phone or emulator is connected/),
      );
      await quickInput.choose(/no phone or emulator is connected/);
      await TroubleshootPage.find(workbench);
      const shown = (await page.locator('.notification-list-item').allInnerTexts()).join('\n');
      assert.doesNotMatch(shown, /\[[a-z]+-[a-z-]+\]/, 'no code of an error');
    });
  });
});
