import assert from 'node:assert/strict';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lakeQuestions } from '../../../core/lake/questions.ts';
import { installDuckDb } from '../../../scripts/setup/install-duckdb.ts';
import { runCommand } from '../../host/run-command.ts';
import { shop, writeSession } from '../../lake/fleet.ts';
import { seriousFindings } from '../harness/axe.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import { chooseTheme } from '../harness/theme-colours.ts';
import { inVsCode } from '../harness/vscode.ts';

const lags = (...lengthsMs: readonly number[]) => lengthsMs.map((lengthMs) => ({ lengthMs, frame: `${shop}.Cart.total:12` }));

test('Compare Versions without a lake copies or types the command that makes one', async (t) => {
  const workspace = await mkdtemp(join(tmpdir(), 'laglens no lake '));
  t.after(() => rm(workspace, { recursive: true }));
  await inVsCode(t, { workspace, width: 1366, height: 800 }, async ({ workbench }) => {
    const { page, quickInput } = workbench;
    await workbench.runCommand('Laglens: Compare Versions…');
    await quickInput.row('Make a Lake in a Terminal').waitFor();
    const copied = await workbench.copied(() => quickInput.choose('Copy the Command That Makes a Lake'));
    assert.match(copied, /^laglens lake add fleet '.*sessions'$/);
    await workbench.runCommand('Laglens: Compare Versions…');
    await quickInput.choose('Make a Lake in a Terminal');
    // Its text is drawn on a canvas.
    await page.locator('.panel .action-label', { hasText: 'Make a Lake' }).first().waitFor();
  });
});

test('Compare Versions shows a lake, each row opens its session at the lag', async (t) => {
  await installDuckDb((line) => t.diagnostic(line));
  const workspace = await mkdtemp(join(tmpdir(), 'laglens versions '));
  t.after(() => rm(workspace, { recursive: true }));
  for (const [at, lengths] of [lags(200, 210), lags(300, 700, 400)].entries()) {
    const version = String(at + 1);
    const path = await writeSession(workspace, { name: `v${version}`, version, device: 'Pixel 8', day: at, lags: lengths });
    const { code, said } = await runCommand(['lake', 'add', 'fleet', path, '--app-version', version], { folder: workspace });
    assert.equal(code, 0, said);
  }
  const env = { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME || join(homedir(), '.cache') };
  await inVsCode(t, { workspace, width: 1366, height: 800, env }, async ({ workbench }) => {
    const { page, quickInput } = workbench;
    const row = 'main #worst-groups tbody tr';
    const open = async () => (await workbench.webview(row)).locator(row, { hasText: 'Cart.total' }).getByRole('button');

    await step(t, 'the workspace’s lake is offered, and its page is accessible', async () => {
      await workbench.runCommand('Laglens: Compare Versions…');
      await quickInput.choose('fleet');
      const frame = await workbench.webview(row);
      assert.equal(await frame.locator('main > section').count(), lakeQuestions.length);
      assert.deepEqual(await seriousFindings(frame), []);
      if (process.env.LAGLENS_SHOT) await page.screenshot({ path: `${process.env.LAGLENS_SHOT}.png` });
    });

    await step(t, 'it can be read in high contrast', async () => {
      const frame = await workbench.webview(row);
      for (const [theme, bodyClass] of [
        ['Dark High Contrast', 'vscode-high-contrast'],
        ['Light High Contrast', 'vscode-high-contrast-light'],
        ['Dark Modern', 'vscode-dark'],
      ] as const) {
        await chooseTheme(workbench, frame, theme, bodyClass);
        assert.deepEqual(await seriousFindings(frame), []);
        if (process.env.LAGLENS_SHOT) await page.screenshot({ path: `${process.env.LAGLENS_SHOT}.${bodyClass}.png` });
      }
    });

    await step(t, 'a row opens the session with its longest lag selected', async () => {
      await (await open()).click();
      await workbench.activeTab('v2.laglens').waitFor();
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      await frame.locator('.lag[aria-selected="true"]', { hasText: '700 ms' }).waitFor();
    });

    await step(t, 'a session that was moved is asked for', async () => {
      await workbench.closeAllEditors();
      await rename(join(workspace, 'v2.laglens'), join(workspace, 'moved.laglens'));
      await workbench.runCommand('Laglens: Compare Versions…');
      await quickInput.choose('fleet');
      await (await open()).click();
      const asked = page.locator('.notification-list-item', { hasText: 'The session v2.laglens is not where the lake read it' });
      await asked.getByRole('button', { name: 'Locate…' }).waitFor();
    });
  });
});
