import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';

test('without a phone: the sample session opens with its lags and a flame graph', async (t) => {
  await inVsCode(t, { workspace: await emptyFolder(t) }, async ({ workbench }) => {
    await workbench.runCommand('Laglens: Open Sample Session');
    const panel = await LaglensPanel.find(workbench);
    await panel.lags().first().waitFor();
    await panel.phase.filter({ hasText: /recorded/i }).waitFor();
    await panel.selectLag(/./);
    await panel.hover(/\w\.\w/);
  });
});

test('without a phone: Diagnose names the first step that fails and what to do; a key binding may name the device', async (t) => {
  const settings = await withoutPhones(t);
  await inVsCode(t, { workspace: await emptyFolder(t), settings }, async ({ workbench }) => {
    await workbench.quickInput.waitForCommand('Laglens: Troubleshoot Connection');
    await workbench.bindKey('ctrl+alt+f9', 'laglens.diagnose', { device: 'R58M12345' });
    await workbench.closeAllEditors();
    await workbench.pressUntil('Control+Alt+F9', workbench.page.locator('.tab[data-resource-name="Laglens Troubleshooting"]'));
    const verdict = workbench.notification(/Device:/);
    await verdict.getByRole('button', { name: 'Copy Report' }).waitFor();
    await workbench.activeTab('Laglens Troubleshooting').waitFor();
    const lines = workbench.page.locator('.editor-instance .view-lines').filter({ hasText: 'FAIL' });
    await lines.waitFor();
    await eventually(
      () => textOf(lines),
      (report) => assert.match(report, /ok\s+Tools[\s\S]*ok\s+adb server[\s\S]*FAIL\s+Device[\s\S]*-> /),
    );

    // Asked without a device: the row that says that there is none is no device that could be chosen.
    await workbench.runCommand('Laglens: Troubleshoot Connection');
    await eventually(
      () => workbench.quickInput.labels(),
      (labels) => assert.deepEqual(labels, ['This computer', 'Device not listed?']),
    );
    await workbench.quickInput.choose('Device not listed?');
    // In the report: of several notifications the latest may not stay on the screen.
    await eventually(
      () => textOf(lines),
      (report) => assert.match(report, /FAIL\s+Device: Android devices: no phone or emulator is connected/),
    );
  });
});

test('a capture that fails before its first sample leaves no empty panel behind, and nothing to save', async (t) => {
  const settings = await withoutPhones(t);
  await inVsCode(t, { workspace: await emptyFolder(t), settings }, async ({ workbench }) => {
    await workbench.quickInput.waitForCommand('Laglens: Start Lag Capture');
    await workbench.bindKey('ctrl+alt+f8', 'laglens.start', { device: 'jvm', app: 'no.such.Main' });
    await workbench.closeAllEditors();
    await workbench.pressUntil('Control+Alt+F8', workbench.notification(/no\.such\.Main/));
    await workbench.page.locator('.tab[data-resource-name="Laglens"]').waitFor({ state: 'detached' });
    await workbench.quickInput.waitUntilNotOffered('Laglens: Show Capture');
    await workbench.quickInput.waitUntilNotOffered('Laglens: Save Session As…');
  });
});

/** The editor keeps its lines in the page in any order; on the screen they stand by their height. */
async function textOf(lines: Locator): Promise<string> {
  const shown = await Promise.all(
    (await lines.locator('.view-line').all()).map(async (line) => ({
      y: (await line.boundingBox())?.y ?? 0,
      text: (await line.innerText()).replaceAll('\u00a0', ' '),
    })),
  );
  return shown
    .toSorted((above, below) => above.y - below.y)
    .map(({ text }) => text)
    .join('\n');
}

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-ws-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
