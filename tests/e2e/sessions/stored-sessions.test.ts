import assert from 'node:assert/strict';
import { copyFile, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startDemoApp } from '../../demo-app/start-demo-app.ts';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { seeOfLag, startCapture } from '../harness/main-job.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';
import { Workbench } from '../harness/workbench.ts';

/** A session's row in the picker; the newest is the first. */
const SESSION = /com\.example\.shop\.Main — (today|yesterday) \d\d:\d\d/;

test('stored sessions are kept, deleted, and recovered after VS Code was killed', async (t) => {
  const demo = await startDemoApp({ android: '14', runtime: 'jvm' });
  t.after(() => demo.stop());
  const settings = { ...(await withoutPhones(t)), 'laglens.sessions.keep': 1 };
  await inVsCode(t, { workspace: demo.workspace, settings }, async ({ workbench, server }) => {
    const { page, quickInput } = workbench;
    // Not by "Repeat Last Capture": other demo apps may run here, for other tests.
    const start = (): Promise<LaglensPanel> => startCapture(workbench, 'This computer', 'com.example.shop.Main', demo.pid);
    await start();
    await stopCapture(workbench);
    const folder = join(server.home, 'data', 'User', 'globalStorage', 'laglens.laglens', 'sessions');
    const stored = async (): Promise<readonly string[]> => (await readdir(folder)).filter((name) => name.endsWith('.laglens'));
    let pinned = '';

    await step(t, 'a pinned one stays when the others beyond the limit go', async () => {
      [pinned = ''] = await stored();
      assert.equal((await listSessions(workbench)).length, 1);
      await quickInput.clickRowButton(SESSION, /^Pin/);
      // The row says so, and now offers the contrary.
      await eventually(
        async () => {
          await quickInput.row(SESSION).hover();
          return quickInput.rowButton(SESSION, /^Unpin/).isVisible();
        },
        (isOffered) => assert.equal(isOffered, true),
      );
      await quickInput.dismiss();

      // Nothing younger than a day goes.
      const old = '2020-01-01_00-00-00_com.example.shop.Main.laglens';
      await copyFile(join(folder, pinned), join(folder, old));
      await utimes(join(folder, old), new Date('2020-01-01'), new Date('2020-01-01'));
      await start();
      await stopCapture(workbench);
      // They go a moment after the capture has ended.
      const left = await eventually(stored, (names) => assert.equal(names.length, 2, names.join()));
      assert.ok(left.includes(pinned), 'the pinned one is the oldest, and there');
      assert.ok(!left.includes(old), 'one that is not pinned is kept, and that is the newest');
    });

    await step(t, 'one is deleted by its button once the question is answered', async () => {
      assert.equal((await listSessions(workbench)).length, 2);
      const question = /Delete the session com\.example\.shop\.Main — \w+ \d\d:\d\d\?/;
      await quickInput.clickRowButton(SESSION, 'Delete this session');
      await workbench.answerDialog(question, 'Cancel');
      assert.equal((await listedNames(workbench)).length, 2);
      await quickInput.clickRowButton(SESSION, 'Delete this session');
      await workbench.answerDialog(question, 'Delete');
      await eventually(
        () => listedNames(workbench),
        (names) => assert.equal(names.length, 1),
      );
      assert.deepEqual(await stored(), [pinned]);
      await quickInput.dismiss();
    });

    await step(t, 'a recording that VS Code was killed in is recovered, offered, and opens with its lags', async () => {
      const recording = await start();
      const row = recording.lags('ImageDecoder.decode').and(recording.frame.locator('[data-open="false"]'));
      await seeOfLag(() => demo.lag('busy'), row);
      const lasted = await row.first().locator('.duration').innerText();
      // The journal has the recorded data a second later.
      await workbench.clockGoesOn(2);
      await workbench.closeAllEditors();

      await server.crash();
      const restarted = await Workbench.open(page, server.url);
      await restarted.runCommand('Laglens: Open Session…');
      const offer = 'was cut off when VS Code ended. It has been recovered';
      await restarted.notification(offer).waitFor();
      await quickInput.row(SESSION).waitFor();
      await eventually(
        () => listedNames(restarted),
        (names) => assert.equal(names.length, 2, 'it is among the stored ones'),
      );
      await restarted.quickInput.dismiss();
      await restarted.answerNotification(offer, 'Open');
      const recovered = await LaglensPanel.find(restarted);
      await recovered.phase.filter({ hasText: 'Recorded' }).waitFor();
      await recovered.lags('ImageDecoder.decode').filter({ hasText: lasted }).first().waitFor();
    });
  });
});

async function stopCapture(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Laglens: Stop Lag Capture');
  await workbench.recording.waitFor({ state: 'detached' });
}

/** Opens the picker of the stored sessions; their names. */
async function listSessions(workbench: Workbench): Promise<readonly string[]> {
  await workbench.runCommand('Laglens: Open Session…');
  await workbench.quickInput.row('Browse…').waitFor();
  return listedNames(workbench);
}

/** The names in the open picker, the newest first; behind them is only the way to other files. */
async function listedNames(workbench: Workbench): Promise<readonly string[]> {
  return (await workbench.quickInput.labels()).slice(0, -1);
}
