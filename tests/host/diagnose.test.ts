import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { AndroidProvider } from '../../host/devices/android/android-provider.ts';
import { JvmProvider } from '../../host/devices/jvm/jvm-provider.ts';
import { reportText } from '../../host/diagnose/diagnosis-report.ts';
import { type DiagnoseOptions, diagnose } from '../../host/diagnose/run-diagnosis.ts';
import type { Step } from '../../host/diagnose/steps.ts';
import { freePort } from './free-port.ts';
import { agentFiles, startJavaPhone } from './java-phone.ts';
import { compileJavaProgram, startJavaProgram } from './java-program.ts';

const { signal } = new AbortController();

async function walk(given: Partial<DiagnoseOptions>): Promise<{ steps: readonly Step[]; verdicts: string }> {
  const steps = await diagnose({
    providers: [],
    version: '0.0.0',
    workspaceFolders: [],
    signal,
    onStep: () => undefined,
    log: () => undefined,
    ...given,
  });
  return { steps, verdicts: steps.map((step) => step.verdict).join(' ') };
}

describe('Diagnose', () => {
  it('walks to the sources of a Java program of this computer', async () => {
    const classes = await compileJavaProgram();
    const program = await startJavaProgram(classes);
    const workspace = await mkdtemp(join(tmpdir(), 'laglens-sources-'));
    try {
      const given = { providers: [new JvmProvider(agentFiles)], device: 'jvm', app: classes.main };
      const without = await walk({ ...given, workspaceFolders: [workspace] });
      assert.equal(without.verdicts, 'ok skipped ok ok ok ok ok ok warning');
      assert.match(without.steps.at(-1)?.next ?? '', /Open the folder/);

      await mkdir(join(workspace, 'src', 'sample'), { recursive: true });
      await writeFile(join(workspace, 'src', 'sample', 'Busy.java'), '');
      const full = await walk({ ...given, workspaceFolders: [workspace] });
      assert.equal(full.verdicts, 'ok skipped ok ok ok ok ok ok ok');
      const report = reportText(full.steps, '0.0.0');
      assert.match(report, /^Everything works/);
      assert.doesNotMatch(report, /token=(?!…)/);
    } finally {
      await program.stop();
      await classes.remove();
      await rm(workspace, { recursive: true });
    }
  });

  it('stops at adb when there is none, with one thing to do', async () => {
    const provider = new AndroidProvider(agentFiles, {
      adbPath: '/nowhere/adb',
      adbServer: `127.0.0.1:${await freePort()}`,
      environment: {},
    });
    const { steps, verdicts } = await walk({ providers: [provider] });
    assert.match(verdicts, /^failed( untried){8}$/);
    const failure = steps.find((step) => step.verdict === 'failed');
    assert.equal(failure?.code, 'adb-not-found');
    assert.ok(failure?.next);
  });

  const phoneCases = [
    {
      title: 'a locked screen, and goes on',
      faults: { screenLocked: true },
      verdicts: 'ok ok warning ok ok ok ok ok warning',
      code: 'device-locked',
    },
    {
      title: 'a phone without permission',
      faults: { connection: 'unauthorized' },
      verdicts: /^ok ok failed( untried){6}$/,
      code: 'device-unauthorized',
    },
    { title: 'a broken run-as', faults: { runAs: 'run-as: nope' }, verdicts: /^ok ok ok ok failed( untried){4}$/, code: 'run-as-failed' },
    {
      title: 'an agent that is not loaded',
      faults: { dlopenDenied: true },
      verdicts: /^ok ok ok ok ok failed( untried){3}$/,
      code: 'attach-refused',
    },
  ] as const;
  for (const { title, faults, verdicts: expected, code } of phoneCases) {
    it(`on a simulated phone says ${title}`, async () => {
      const device = await startJavaPhone({ android: '14', faults });
      try {
        if (!('connection' in faults)) await device.phone.launchApp();
        const { steps, verdicts } = await walk({ providers: [device.provider()], device: device.phone.serial, app: 'com.example.shop' });
        if (typeof expected === 'string') assert.equal(verdicts, expected);
        else assert.match(verdicts, expected);
        assert.ok(steps.some((step) => step.code === code));
        assert.doesNotMatch(JSON.stringify(steps) + reportText(steps, '0.0.0'), /token=(?!…)/);
      } finally {
        await device.stop();
      }
    });
  }
});
