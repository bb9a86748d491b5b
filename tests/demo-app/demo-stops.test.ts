import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Terminal } from '../../cli/terminal.ts';
import { reportOf, resultOf } from '../../scripts/demo/demo-result.ts';
import type { Verdict } from '../../scripts/demo/match.ts';
import { recordWithoutEditor } from '../../scripts/demo/record-without-editor.ts';
import { type DemoTarget, startTarget } from '../../scripts/demo/target.ts';
import { Debugger } from '../agent/debugger.ts';
import { freePort } from '../host/free-port.ts';

const STOPPED_MS = 1_500;

test('an app that a signal stops in a message has a stop, which counts neither among its lags nor among those found', async () => {
  const verdict = await verdictAfter([], async (target, said) => {
    await lagOf(target, 'lock');
    await target.app.lag('deadlock');
    await until(() => said.some((line) => line.includes('StockCheck.countLeft')));
    process.kill(target.pid ?? 0, 'SIGSTOP');
    await pause(STOPPED_MS);
    process.kill(target.pid ?? 0, 'SIGCONT');
    await ended(target, 'deadlock');
    await lagOf(target, 'sleep');
  });
  checkStop(verdict, ['lock', 'sleep']);
});

test('a breakpoint in a message is a stop, too', async () => {
  const port = await freePort();
  const agent = `-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:${port}`;
  const verdict = await verdictAfter([agent], async (target) => {
    await lagOf(target, 'lock');
    await using debugger_ = await Debugger.attach(port);
    await debugger_.say('stop in com.example.shop.cart.PaymentClient.retry', 'Set breakpoint');
    const hit = debugger_.heard('Breakpoint hit');
    await target.app.lag('sleep');
    await hit;
    await pause(STOPPED_MS);
    await debugger_.say('cont', '>');
    await ended(target, 'sleep');
    await lagOf(target, 'input');
  });
  checkStop(verdict, ['lock', 'input']);
});

function checkStop(verdict: Verdict, kinds: readonly string[]): void {
  const table = reportOf(verdict);
  assert.equal(verdict.stops.filter(({ durationMs }) => durationMs > STOPPED_MS * 0.9).length, 1, table);
  assert.deepEqual(
    verdict.truth.map(({ kind }) => kind),
    kinds,
    table,
  );
  assert.equal(verdict.false, 0, table);
  assert.match(table, /stops? of the process/);
}

/** The verdict on a capture of the app in a desktop JVM. @param act is given what the recorder says */
async function verdictAfter(
  flags: readonly string[],
  act: (target: DemoTarget, said: readonly string[]) => Promise<void>,
): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-demo-stops-'));
  const target = await startTarget({ device: 'jvm', android: '14', obfuscated: false }, () => undefined, flags);
  try {
    const said: string[] = [];
    const path = join(folder, 'demo.laglens');
    const recorder = await recordWithoutEditor(target, path, terminalInto(said));
    await act(target, said);
    await recorder.stop();
    await recorder.close();
    return await resultOf(path, await target.app.truth());
  } finally {
    await target.stop();
    await rm(folder, { recursive: true });
  }
}

function terminalInto(said: string[]): Terminal {
  const { signal } = new AbortController();
  return { environment: process.env, folder: process.cwd(), signal, say: (line) => void said.push(line), out: () => undefined };
}

async function lagOf(target: DemoTarget, kind: string): Promise<void> {
  await target.app.lag(kind);
  await ended(target, kind);
}

async function ended({ app }: DemoTarget, kind: string): Promise<void> {
  await until(async () => (await app.truth()).some((lag) => lag.kind === kind));
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(50);
}
