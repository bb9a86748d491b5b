import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPhone } from '../../simulated/android/start-phone.ts';
import { doJobIn, seeOfLag, startCapture } from '../harness/main-job.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';

// Other releases are captured in `tests/host/phone-capture.test.ts`.
test('on a simulated phone with the real Android Runtime', async (t) => {
  const phone = await startPhone({ android: '11' });
  t.after(() => phone.stop());
  const demo = await phone.launchApp();
  const settings = { 'laglens.adbServer': `127.0.0.1:${phone.server.port}` };
  await inVsCode(t, { workspace: demo.workspace, settings }, async ({ workbench }) => {
    await step(t, 'the main job', () => doJobIn(workbench, { device: /Android 11/, app: 'com.example.shop', demo }));

    // The Android Runtime gives a class's source map to any agent; of a desktop JVM, which gives it to none that is attached later (JVMTI:
    // can_get_source_debug_extension), the hook reads it from the class file. What opens without a map is in `sources/sources.ts`.
    await step(t, 'a double click on a frame of an inlined Kotlin function opens the line where it was written', async () => {
      await workbench.closeAllEditors();
      const panel = await startCapture(workbench, /Android 11/, 'com.example.shop', demo.pid);
      const row = panel.lags(/bestOffer|totalWithOffers/).and(panel.frame.locator('[data-open="false"]'));
      await seeOfLag(() => demo.lag('inline'), row);
      await row.first().click();

      const { place } = await panel.openFrame(/bestOffer|totalWithOffers/);
      t.diagnostic(place);
      // The app's frames alone are joined across lines: the lambda's may have most time.
      const [, opened = '', number] = /^(BestOffer\.kt|CartTotals\.kt):(\d+)/.exec(place) ?? [];
      const line = Number(number);
      await workbench.waitForCursor(opened, line);
      const culprit = (await demo.truth()).find(({ kind }) => kind === 'inline')?.culprit;
      assert.ok(culprit !== undefined && 'anyOf' in culprit);
      const written = culprit.anyOf.find(({ file }) => file === opened);
      assert.ok(written !== undefined && written.firstLine <= line && line <= written.lastLine, `${opened}:${line} is what main ran`);
    });
  });
});
