import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Terminal } from '../../cli/terminal.ts';
import { reportOf, resultOf } from '../../scripts/demo/demo-result.ts';
import { recordWithoutEditor } from '../../scripts/demo/record-without-editor.ts';
import { type DemoTarget, startTarget } from '../../scripts/demo/target.ts';

const STOPPED_MS = 1_500;

test('an app that a signal stops in a message has a stop, which counts neither among its lags nor among those found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-demo-stops-'));
  const said: string[] = [];
  const target = await startTarget(
    { device: 'jvm', android: '14', obfuscated: false, seconds: 1, allLags: false, editor: false, json: false },
    () => undefined,
  );
  try {
    const path = join(folder, 'demo.laglens');
    const recorder = await recordWithoutEditor(target, path, terminalInto(said));
    await target.app.lag('lock');
    await truthOf(target, 'lock');
    await target.app.lag('deadlock');
    await until(() => said.some((line) => line.includes('StockCheck.countLeft')));
    process.kill(target.pid ?? 0, 'SIGSTOP');
    await pause(STOPPED_MS);
    process.kill(target.pid ?? 0, 'SIGCONT');
    await truthOf(target, 'deadlock');
    await target.app.lag('sleep');
    await truthOf(target, 'sleep');
    await recorder.stop();
    await recorder.close();
    const verdict = await resultOf(path, await target.app.truth());
    const table = reportOf(verdict);
    assert.equal(verdict.stops.length, 1, table);
    assert.ok((verdict.stops[0]?.durationMs ?? 0) > STOPPED_MS * 0.9, table);
    assert.deepEqual(
      verdict.truth.map(({ kind }) => kind),
      ['lock', 'sleep'],
      table,
    );
    assert.equal(verdict.false, 0, table);
    assert.match(table, /1 stop of the process/);
  } finally {
    await target.stop();
    await rm(folder, { recursive: true });
  }
});

function terminalInto(said: string[]): Terminal {
  const { signal } = new AbortController();
  return { environment: process.env, folder: process.cwd(), signal, say: (line) => void said.push(line), out: () => undefined };
}

async function truthOf({ app }: DemoTarget, kind: string): Promise<void> {
  for (;;) {
    if ((await app.truth()).some((lag) => lag.kind === kind)) return;
    await pause(50);
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(50);
}
