import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';
import { test } from 'node:test';
import { AdbServer } from '../../../../host/devices/android/adb/server.ts';
import type { ShellResult } from '../../../../host/devices/android/adb/shell.ts';
import { unanswered } from '../../../../host/time-limits.ts';
import { activityFacts } from '../../core/facts/android/activity-facts.ts';
import type { Fact } from '../../core/report/fact.ts';
import { Untried } from '../asking/probe.ts';
import { activityProbes, needLog } from './activity-probes.ts';
import { type AskedPhone, askedPhone } from './asked-phone.ts';
import { tasksOf } from './capture-probes.ts';
import { deviceFacts } from './survey.ts';

const silence = unanswered({ ms: 1, what: 'A command', next: '' });

class SilentServer extends AdbServer {
  override version(): Promise<number> {
    return Promise.reject(silence);
  }
  override host(): Promise<Duplex> {
    return Promise.reject(silence);
  }
}

/** @param answer the output, or undefined for none in time */
function phoneThat(answer: (command: string) => string | undefined, signal = new AbortController().signal): AskedPhone {
  const server = new SilentServer({ host: '127.0.0.1', port: 1 }, { adbPath: '', environment: {} });
  const known = { serial: 'one', server, api: 34, app: undefined, closedApp: undefined };
  const run = async (command: string): Promise<ShellResult> => {
    const stdout = answer(command);
    if (stdout === undefined) throw silence;
    return { stdout, stderr: '', code: 0 };
  };
  return { ...askedPhone(known, signal), run };
}

const KERNEL = '  1700000000.100     0     0 I audit: one';
const APP = '  1700000000.200  1234  1240 I Tag: two';

test('the log of one process is asked for a process, as 0 means all of them', async () => {
  const asked: string[] = [];
  const phone = phoneThat((command) => {
    asked.push(command);
    return asked.length === 1 ? `${APP}\n${KERNEL}\n` : `${APP}\n`;
  });
  const seen = await activityProbes['android.log.process'](phone);
  assert.match(asked[1] ?? '', /--pid=1234/);
  const { holds }: Fact = activityFacts['android.log.process'];
  assert.ok(holds(seen, { api: 34 }));
  assert.ok(!holds({ exit: 0, count: 0, others: 0 }, { api: 34 }));
});

test('a log that is off proves nothing of times and denials', async () => {
  const off = phoneThat((command) => (command.startsWith('date') ? '1700000000\n' : "Unable to open log device '/dev/log'\n"));
  const noRecord = (error: unknown): boolean => error instanceof Untried && error.reason === 'no-record';
  await assert.rejects(activityProbes['android.log.since'](off), noRecord);
  await assert.rejects(needLog(off), noRecord);
});

test('a phone that is silent at the end does not take the report away', async () => {
  const device = await deviceFacts(phoneThat((command) => (command.includes('ro.product.model') ? 'Pixel 8\n' : undefined)));
  assert.deepEqual([device.model, device.vendor, device.adbServer, device.debuggableApps], ['Pixel 8', undefined, undefined, undefined]);
});

test('an interruption of the last questions is one', async () => {
  const stopper = new AbortController();
  const phone = phoneThat(() => {
    stopper.abort(new DOMException('Ctrl-C', 'AbortError'));
    return undefined;
  }, stopper.signal);
  await assert.rejects(deviceFacts(phone), { name: 'AbortError' });
});

test('threads that begin or end while the kernel’s are listed prove nothing', async () => {
  let living = [10, 11];
  const phone = phoneThat(() => {
    // 11 ended, 13 began after the list.
    living = [10, 13];
    return '10\n12\n';
  });
  const app = { name: 'one', user: 0, uid: 10_001, pid: 10 };
  assert.deepEqual(await tasksOf({ ...phone, app }, 10, () => living), { asked: 1, there: 1 });
});
