import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ms } from '../../../tests/core/analyzed-app.ts';
import { around, onlyCause } from '../../../tests/core/one-lag.ts';
import { type Deed, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';

const show = 'com.example.Feed.show:10';
const read = [show, 'java.io.FileInputStream.read:280', 'java.io.FileInputStream.readBytes:-2'];

type Part = NonNullable<Deed['parts']>[number];
const reads = (us: number, state: number): Part => ({ us, stack: read, busy: 0, state });

/** 500 ms: the parts, and work of the app up to them. */
function causeOf(...parts: readonly Part[]): readonly [rule: string, text: string] {
  const rest = 500 * ms - parts.reduce((sum, { us }) => sum + us, 0);
  const { cause, text } = onlyCause(scriptedApp(around({ us: 500 * ms, parts: [{ us: rest, stack: [show] }, ...parts] })));
  return [cause.rule, text.replace(/\d+ ms/, 'N ms')];
}

const of = (what: string): string => `Main waited N ms for ${what} in Feed.show (Feed.java:10).`;

for (const [state, rule, what] of [
  [threadState.file, 'path', 'a file'],
  [threadState.pipe, 'pipe', 'a pipe'],
  [threadState.network, 'network', 'the network'],
  [threadState.localSocket, 'socket', 'a socket of this device'],
  [threadState.disk, 'disk', 'the disk'],
] as const) {
  test(`a read that the kernel calls one of ${what} is one, from its begin on`, () => {
    assert.deepEqual(causeOf(reads(30 * ms, threadState.native), reads(370 * ms, state)), [rule, of(what)]);
  });
}

test('a short part that the kernel names says nothing about the others', () => {
  assert.deepEqual(causeOf(reads(300 * ms, threadState.native), reads(100 * ms, threadState.pipe)), ['file', of('a file or pipe')]);
});

test('a wait that has names is not another one by its descriptor', () => {
  const stack = [show, 'org.sqlite.core.NativeDB._exec_utf8:-2'];
  const [rule] = causeOf({ us: 400 * ms, stack, busy: 0, state: threadState.file });
  assert.equal(rule, 'database');
});
