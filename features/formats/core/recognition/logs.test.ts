import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportedReport } from '../../tests/fixtures/imported.ts';
import type { ByteSource } from '../import/byte-source.ts';
import { recognise } from '../recognise.ts';

const PREFIX = '01-02 10:00:00.000  1234  1240 ';
const NOISE = `${PREFIX}I Chatty  : nothing of interest\n`.repeat(3_000);
const CRASH = ['FATAL EXCEPTION: main', 'java.lang.Error: late', '\tat a.Cart.total(Cart.java:1)', '\tat a.Main.run(Main.java:2)'];
const log = (lines: readonly string[]): string => NOISE + lines.map((line) => `${PREFIX}E Tag     : ${line}\n`).join('') + NOISE;

function sourceOf(text: string): { readonly begin: Uint8Array; readonly source: ByteSource } {
  const bytes = new TextEncoder().encode(text);
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 10_007) yield bytes.subarray(at, at + 10_007);
  };
  return { begin: bytes.subarray(0, 65_536), source: { name: 'log', size: bytes.length, chunks } };
}

test('a crash, a dump and a tombstone are found far in a log', async () => {
  const found = async (lines: readonly string[]): Promise<string> => {
    const { begin, source } = sourceOf(log(lines));
    return (await recognise(begin, 'log', source)).id;
  };
  assert.equal(await found(CRASH), 'java-crash');
  assert.equal(await found(['----- pid 7 at 2026-01-02 10:00:00 -----', '"main" prio=5 tid=1 Native', '  at a.B.c(B.java:1)']), 'anr');
  const tombstone = [
    'pid: 7, tid: 7, name: main  >>> a.b <<<',
    'signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)',
    'backtrace:',
    '  #00 pc 0001  /lib/a.so',
  ];
  assert.equal(await found(tombstone), 'tombstone');
  const imported = await ImportedReport.of(`${NOISE.slice(0, 6_000)}\n${CRASH.join('\n')}\n`);
  assert.deepEqual(imported.stacks('main'), ['0-1 a.Main.run (Main.java:2) > a.Cart.total (Cart.java:1)']);
});

test('a log without one is named by the lag that it reports, else as a log', async () => {
  const refused = async (text: string): Promise<string> => {
    const { begin, source } = sourceOf(text);
    return recognise(begin, 'log', source).then(String, ({ message }: Error) => message);
  };
  assert.match(await refused(log(['ANR in com.example.shop (com.example.shop/.Main)'])), /reports an ANR, without the stacks/);
  assert.match(await refused(log(['Skipped 60 frames!  The application may be doing too much'])), /reports late frames/);
  assert.match(await refused(log(['hello'])), /a log of Android, without a crash, an ANR or late frames/);
});
