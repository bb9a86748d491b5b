import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { LaglensPanel } from './harness/laglens-panel.ts';
import { inVsCode } from './harness/vscode.ts';

test('without a phone: the sample session opens with its lags and a flame graph', async (t) => {
  await inVsCode(t, { workspace: await emptyFolder(t) }, async ({ workbench }) => {
    await workbench.runCommand('Laglens: Open Sample Session');
    const panel = await LaglensPanel.find(workbench);
    await panel.lags().first().waitFor();
    assert.match(await panel.phase.innerText(), /recorded/i);
    await panel.selectLag(/./);
    await panel.hover(/\w\.\w/);
  });
});

test('without a phone: Diagnose names the first step that fails and what to do', async (t) => {
  const settings = { 'laglens.adbServer': `127.0.0.1:${await unusedPort()}` };
  await inVsCode(t, { workspace: await emptyFolder(t), settings }, async ({ workbench }) => {
    await workbench.runCommand('Laglens: Diagnose');
    await workbench.notification(/adb/).waitFor({ timeout: 60_000 });
    await workbench.notification(/adb/).getByRole('button', { name: 'Copy Report' }).waitFor();
    assert.match((await workbench.activeTab()) ?? '', /Diagnose/);
  });
});

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-ws-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A port of loopback that nobody listens on. */
async function unusedPort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}
