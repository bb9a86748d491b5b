import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startDemoApp } from '../demo-app/launch.ts';
import { inVsCode } from './harness/vscode.ts';
import { startCapture } from './main-job.ts';

test('a click on an inlined Kotlin function opens the line where it was written', async (t) => {
  const scratch = await mkdtemp(join(tmpdir(), 'laglens-e2e-'));
  t.after(() => rm(scratch, { recursive: true, force: true }));
  const demo = await startDemoApp({ android: '14', runtime: 'jvm', truthFile: join(scratch, 'truth') });
  t.after(() => demo.stop());
  await inVsCode(t, { workspace: demo.workspace }, async ({ workbench }) => {
    const panel = await startCapture(workbench, 'This computer', 'com.example.shop.Main', demo.pid);
    await demo.lag('inline');
    const row = panel.lags(/bestOffer|totalWithOffers/).first();
    await row.and(panel.frame.locator('[data-open="false"]')).waitFor();
    await row.click();

    const { place } = await panel.clickFrame('bestOffer');
    const line = Number(/^BestOffer\.kt:(\d+)/.exec(place)?.[1]);
    await workbench.waitForCursor('BestOffer.kt', line);
    const culprit = (await demo.truth()).find(({ kind }) => kind === 'inline')?.culprit;
    assert.ok(culprit !== undefined && 'anyOf' in culprit);
    const written = culprit.anyOf.find(({ file }) => file === 'BestOffer.kt');
    assert.ok(written !== undefined && written.firstLine <= line && line <= written.lastLine, `line ${line} is in bestOffer()`);
  });
});
