import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPhone } from '../../simulated/android/start-phone.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import type { Workbench } from '../harness/workbench.ts';

/** The way of a capture, as the report names it. */
const steps = [
  'Tools of this computer',
  'adb server',
  'Device',
  'App',
  'Agent copied into the app',
  'Agent loaded',
  'Agent answers',
  'First sample',
  'Sources',
];

test('Diagnose asks which device and app, and gives one verdict per step and one action for what failed', async (t) => {
  const phone = await startPhone({ android: '14' });
  t.after(() => phone.stop());
  const other = await startPhone({ android: '9', server: phone.server, faults: { connection: 'unauthorized' } });
  t.after(() => other.stop());
  const demo = await phone.launchApp();
  const settings = { 'laglens.adbServer': `127.0.0.1:${phone.server.port}` };
  await inVsCode(t, { workspace: demo.workspace, settings }, async ({ workbench }) => {
    const { quickInput } = workbench;
    const works = 'Everything works.';
    const diagnose = async (device: string | RegExp): Promise<void> => {
      await workbench.runCommand('Laglens: Troubleshoot Connection');
      await quickInput.choose(device);
    };

    await step(t, 'each step has its verdict, and the report can be copied', async () => {
      await diagnose('Android 14');
      await quickInput.choose('com.example.shop');
      await workbench.waitForNotification(works);
      const report = await copyReport(workbench, works);
      assert.deepEqual(
        verdicts(report),
        steps.map((name) => ['ok', name]),
      );
      assert.ok(!report.includes('-> '), report);
    });

    await step(t, 'what failed has one action; its button tries again without asking again', async () => {
      phone.faults.dlopenDenied = true;
      await diagnose('Android 14');
      await quickInput.choose('com.example.shop');
      const broken = 'Agent loaded: ';
      await workbench.waitForNotification(broken);
      const shown = workbench.page.locator('.editor-instance .view-lines');
      await shown.getByText('SELinux').first().waitFor();
      phone.faults.dlopenDenied = false;
      await workbench.answerNotification(broken, 'Try Again');
      await workbench.waitForNotification(works);
      assert.deepEqual(
        verdicts(await copyReport(workbench, works)),
        steps.map((name) => ['ok', name]),
      );
    });

    await step(t, 'a phone that cannot be used can be chosen to learn why; what comes behind it is not tried', async () => {
      await diagnose('it does not trust this computer yet');
      const report = await copyReport(workbench, 'Device: ');
      assert.deepEqual(verdicts(report), [
        ['ok', 'Tools of this computer'],
        ['ok', 'adb server'],
        ['FAIL', 'Device'],
        ...steps.slice(3).map((name) => ['-', name]),
      ]);
      assert.match(report, /^FAIL +Device: .*trust.*\n +-> .*(?:Allow|allow)/m);
      assert.equal(report.match(/-> /g)?.length, 1);
    });
  });
});

async function copyReport(workbench: Workbench, notification: string): Promise<string> {
  const report = await workbench.copied(() => workbench.answerNotification(notification, 'Copy Report'));
  await workbench.notification(notification).waitFor({ state: 'detached' });
  return report;
}

/** Verdict and name of each step of a report. */
function verdicts(report: string): readonly (readonly [verdict: string, step: string])[] {
  return [...report.matchAll(/^(ok|note|FAIL|-) +([\w ]+): /gm)].map(([, verdict = '', name = '']) => [verdict, name]);
}
