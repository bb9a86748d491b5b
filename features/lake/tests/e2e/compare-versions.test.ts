import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { shop, writeSession } from '../../../../tests/core/written-session.ts';
import { seriousFindings } from '../../../../tests/e2e/harness/axe.ts';
import { LaglensPanel } from '../../../../tests/e2e/harness/laglens-panel.ts';
import { step } from '../../../../tests/e2e/harness/step.ts';
import { chooseTheme } from '../../../../tests/e2e/harness/theme-colours.ts';
import { inVsCode } from '../../../../tests/e2e/harness/vscode.ts';
import { installDuckDb } from '../../scripts/install-duckdb.ts';

const lags = (...lengthsMs: readonly number[]) => lengthsMs.map((lengthMs) => ({ lengthMs, frame: `${shop}.Cart.total:12` }));

test('Compare Versions reads the stored sessions as they are, and each row opens its session at the lag', async (t) => {
  await installDuckDb((line) => t.diagnostic(line));
  const workspace = await mkdtemp(join(tmpdir(), 'laglens versions '));
  t.after(() => rm(workspace, { recursive: true }));
  const env = { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME || join(homedir(), '.cache') };
  await inVsCode(t, { workspace, width: 1366, height: 768, env }, async ({ workbench, server }) => {
    const { page, quickInput } = workbench;
    const folder = join(server.home, 'data', 'User', 'globalStorage', 'laglens.laglens', 'sessions');
    await mkdir(folder, { recursive: true });
    const store = (version: string, at: number, ...lengthsMs: readonly number[]): Promise<string> =>
      writeSession(folder, {
        ...{ name: `v${version} ${at}`, version, recordedVersion: version, device: 'Pixel 8', day: at },
        lags: lags(...lengthsMs),
      });
    const row = 'main #worst-groups tbody tr';
    const open = async () => (await workbench.webview(row)).locator(row, { hasText: 'Cart.total' }).getByRole('button');
    const compare = (): Promise<void> => workbench.runCommand('Laglens: Compare Versions…');
    const shot = async (name: string): Promise<void> => {
      if (process.env.LAGLENS_SHOT) await page.screenshot({ path: `${process.env.LAGLENS_SHOT}.${name}.png` });
    };

    await step(t, 'one version is counted, and what is needed is said', async () => {
      await store('1.0', 0, 200, 210);
      await compare();
      const said = `Comparing versions needs sessions of two versions of one app. Stored: 1 session of ${shop} 1.0.`;
      const shown = page.locator('.notification-list-item', { hasText: said });
      await shown.waitFor();
      await shot('few');
      await shown.getByRole('button', { name: 'Start Lag Capture' }).waitFor();
      await workbench.runCommand('Notifications: Clear All Notifications');
    });

    await step(t, 'two versions are compared at once: no question, no terminal, a headline in plain words', async () => {
      await store('1.1', 1, 300, 700, 400);
      await compare();
      const frame = await workbench.webview(row);
      await frame.locator('h1', { hasText: '1.1 against 1.0: nothing beyond chance; 2 sessions are too few, 5 each would do' }).waitFor();
      assert.equal(await page.locator('.terminal').count(), 0);
      const sections = await frame.locator('main > section, main > p').evaluateAll((all) => all.map(({ tagName }) => tagName));
      // Questions without an answer are one line, the last.
      assert.equal(sections.lastIndexOf('SECTION'), sections.length - 2);
      const text = await frame.locator('main').innerText();
      assert.doesNotMatch(text, /\blakes?\b|\bz\b|deviation|Nothing:/i);
      const values = await frame.locator('#worst-groups svg.bars .value').allTextContents();
      assert.ok(values.length > 0 && values.every((value) => value.endsWith(' ms/min')), values.join());
      assert.deepEqual(await seriousFindings(frame), []);
      await shot('dark');
    });

    await step(t, 'it can be read in light and in high contrast', async () => {
      const frame = await workbench.webview(row);
      for (const [theme, bodyClass] of [
        ['Light Modern', 'vscode-light'],
        ['Dark High Contrast', 'vscode-high-contrast'],
        ['Light High Contrast', 'vscode-high-contrast-light'],
        ['Dark Modern', 'vscode-dark'],
      ] as const) {
        await chooseTheme(workbench, frame, theme, bodyClass);
        assert.deepEqual(await seriousFindings(frame), []);
        await shot(bodyClass);
      }
    });

    await step(t, 'a row opens the session with its longest lag selected', async () => {
      await (await open()).click();
      await workbench.activeTab('v1.1 1.laglens').waitFor();
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      await frame.locator('.lag[aria-selected="true"]', { hasText: '700 ms' }).waitFor();
      await workbench.closeAllEditors();
    });

    await step(t, 'of three versions the latest two are offered first', async () => {
      await store('1.2', 2, 500);
      await compare();
      await quickInput.row('1.2').waitFor();
      assert.deepEqual(await quickInput.labels(), ['1.2', '1.1', '1.0']);
      await page.keyboard.press('Enter');
      await quickInput.row('1.0').waitFor();
      await page.keyboard.press('Enter');
      const frame = await workbench.webview(row);
      await frame.locator('h1', { hasText: '1.2 against 1.1: ' }).waitFor();
    });

    await step(t, 'a session that went after the comparison is asked for', async () => {
      await rename(join(folder, 'v1.2 2.laglens'), join(workspace, 'moved.laglens'));
      await (await open()).click();
      const asked = page.locator('.notification-list-item', { hasText: 'The session v1.2 2.laglens is not where it was read' });
      await asked.getByRole('button', { name: 'Locate…' }).waitFor();
    });
  });
});
