import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPhone } from '../devices/android-phone/start-phone.ts';
import { inVsCode } from './harness/vscode.ts';
import { startCapture } from './main-job.ts';

test('a rebuilt app is captured on in the same session', async (t) => {
  const phone = await startPhone({ android: '14' });
  t.after(() => phone.stop());
  const first = await phone.launchApp();
  const settings = { 'laglens.adbServer': `127.0.0.1:${phone.server.port}` };
  await inVsCode(t, { workspace: first.workspace, settings }, async ({ workbench }) => {
    const panel = await startCapture(workbench, /Android 14/, 'com.example.shop', first.pid);
    await first.lag('busy');
    await panel.lags('ImageDecoder.decode').first().waitFor();

    await phone.reinstall();
    await panel.phase.filter({ hasText: /waiting/i }).waitFor();
    const second = await phone.launchApp();
    assert.notEqual(second.pid, first.pid);
    await panel.phase.filter({ hasText: /recording/i }).waitFor({ timeout: 60_000 });
    await second.lag('file');
    await panel.lags('Catalog.readAll').first().waitFor();
    assert.ok((await panel.lags('ImageDecoder.decode').count()) > 0, 'the lags of the first run are still there');
    await panel.frame.locator('header .where', { hasText: '2 runs' }).waitFor();
  });
});
