import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { threadState } from '../../../core/session/columns/sample-columns.ts';
import { untilOnTime } from '../on-time.ts';
import { attach, Program, type Span } from '../program.ts';
import { Host } from '../test-host.ts';
import { mainThread, stackOf } from '../thread-stacks.ts';

const execute = promisify(execFile);
/** The other end’s time begins first: on a busy computer little of it may be left for main. */
const LONG_US = 200_000;

test('a long read of main is one of a pipe, a path or a socket, as the kernel says', { timeout: 300_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-reads-'));
  t.after(() => rm(folder, { recursive: true }));
  await execute('javac', ['-g', '-d', folder, fileURLToPath(new URL('../java/Reads.java', import.meta.url))]);
  const path = join(folder, 'named');
  await execute('mkfifo', [path]);
  await using program = await Program.run(['-cp', folder, 'Reads']);
  using host = await Host.connect(await attach(program));
  await host.until('sample');
  const main = mainThread(host).thread;

  /** States of main’s samples in a read. */
  const statesIn = ({ beginUs, endUs }: Span): readonly number[] =>
    host
      .all('sample')
      .filter(({ thread, atUs, node }) => thread === main && atUs >= beginUs && atUs < endUs && isRead(node))
      .map(({ state }) => state);
  const isRead = (node: number): boolean => stackOf(host, node)[0]?.startsWith('java.io.FileInputStream.read') === true;

  const longRead = async (command: string): Promise<Span> => {
    for (;;) {
      const span = await program.act(command);
      if (span.endUs - span.beginUs >= LONG_US) return span;
    }
  };

  for (const [command, state] of [
    ['pipe 300', threadState.pipe],
    [`path 300 ${path}`, threadState.file],
  ] as const) {
    const span = await untilOnTime(host, () => longRead(command));
    await host.reached(span.endUs);
    const states = statesIn(span);
    const known = states.indexOf(state);
    // The kernel is asked once a read has lasted 20 ms: a late first sample already knows.
    assert.deepEqual(new Set(states.slice(0, Math.max(known, 0))), new Set(known > 0 ? [threadState.native] : []), command);
    assert.deepEqual(new Set(states.slice(known)), new Set([state]), command);
  }
  // Between commands it reads standard input.
  await host.until('sample', ({ thread, state }) => thread === main && state === threadState.localSocket);
  assert.doesNotMatch(program.complaints, /WARNING|FATAL|JNI/);
});
