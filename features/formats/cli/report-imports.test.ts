import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { crashText } from '../../../tests/fixtures/field-reports/ips-text.ts';
import { type CommandOutput, runCommand } from '../../../tests/host/run-command.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens imports '));
});
afterEach(() => rm(folder, { recursive: true }));

async function reportOf(name: string, content: string | Uint8Array): Promise<CommandOutput> {
  await writeFile(join(folder, name), content);
  return runCommand(['report', name], { folder });
}

test('a file without a main thread gives one reason why no lags are listed, and does not say that there was none', async () => {
  const { out, said } = await reportOf('stacks.txt', 'a;b 3\na 2\n');
  assert.deepEqual(said.match(/^.*no lags are listed.*$/gm), [
    'Stacks follow one another in the order of lines: the format has no times, so no lags are listed.',
  ]);
  assert.match(said, /^Threads with stacks: all threads \(50 ms\)\.$/m);
  assert.match(out, /^Warning {3}No thread is known to be the main thread, so no lags are listed\.$/m);
  assert.match(out, /^No lags are listed\.$/m);
  assert.doesNotMatch(out + said, /No lag over|main’s only/);
});

test('one row of samples is counted as one', async () => {
  assert.match((await reportOf('stacks.txt', 'a;b 3\n')).out, /^Session {3}stacks\.txt, 0\.0 s, 1 row of samples$/m);
});

test('an Apple system is said once, by the name that the file has', async () => {
  const phone = await reportOf('shop.crash', crashText);
  assert.match(phone.out, /^Device {4}iPhone\d+,\d+, iPhone OS 13\.3 \(17C54\)/m);
  const mac = await reportOf('mac.crash', crashText.replace('iPhone OS 13.3 (17C54)', 'Mac OS X 10.14.0 (18A391)'));
  assert.match(mac.out, /^Device {4}(?:\S+, )?Mac OS X 10\.14\.0 \(18A391\)/m);
});

test('a cut gzip is said, also where too little is left to read', async () => {
  const packed = gzipSync(Array.from({ length: 5_000 }, (_, at) => `main;a${(at * 7_919) % 104_729} 1\n`).join(''));
  const half = await reportOf('stacks.gz', packed.subarray(0, packed.length / 2));
  assert.match(half.said, /^The file is cut: it ends within its packed bytes\. Its whole pieces were read\.$/m);
  const dump = gzipSync(
    `----- pid 7 at 2026-01-02 10:00:00 -----\nCmd line: a\n\nDALVIK THREADS (2):\n${'"main" prio=5 tid=1 Native\n'.repeat(9)}`,
  );
  const { said } = await reportOf('anr.gz', dump.subarray(0, dump.length - 30));
  assert.match(said, /but has no stacks\. Its packed bytes are cut off\.\nCopy or download the file again, whole\. \[format-unreadable\]/);
});

test('a source map that is named names JavaScript in reports and converted sessions, and is refused for sessions', async () => {
  const fixture = (name: string): string => fileURLToPath(new URL(`../../../tests/fixtures/source-maps/${name}`, import.meta.url));
  const map = ['--source-map', fixture('composed.map')];
  const profile = fixture('release.json');
  const report = await runCommand(['report', profile, ...map], { folder });
  assert.match(report.out, /priceOf \(cart\.js:13\)/);
  assert.match((await runCommand(['report', profile, ...map, '--threads-at', '0.1'], { folder })).out, /at priceOf\(cart\.js:13\)/);
  await runCommand(['convert', profile, 'shop.laglens', ...map], { folder });
  assert.match((await runCommand(['report', 'shop.laglens'], { folder })).out, /priceOf \(cart\.js:13\)/);
  assert.match((await runCommand(['report', 'shop.laglens', ...map], { folder })).said, /shop\.laglens is a session: a source map names/);
  await writeFile(join(folder, 'stacks.txt'), 'a;b 3\n');
  const folded = await runCommand(['report', 'stacks.txt', ...map], { folder });
  assert.match(folded.said, /^composed\.map names nothing: source maps are for profiles of V8, Chrome and Hermes\.$/m);
});

test('React Native’s thread for JavaScript beside main has no lags, but its longest work is noted with its function', async () => {
  const named = (tid: number, name: string): object => ({ ph: 'M', name: 'thread_name', pid: 7, tid, args: { name } });
  const slice = (tid: number, name: string, ts: number, dur: number): object => ({ ph: 'X', name, ts, dur, pid: 7, tid });
  const events = [
    ...[named(7, 'main'), named(9, 'mqt_v_js'), slice(7, 'touch', 0, 10_000), slice(7, 'draw', 900_000, 10_000)],
    ...[slice(9, 'flush', 200_000, 640_000), slice(9, 'render', 220_000, 600_000), slice(9, 'flush', 850_000, 20_000)],
  ];
  const trace = JSON.stringify({ traceEvents: events });
  const { out } = await reportOf('shop.trace.json', trace);
  const said =
    'JavaScript thread mqt_v_js was busy, or waited in native code, for 640 ms without a pause from 0.2 s on, longest in render.';
  assert.match(out, new RegExp(`^Note {6}${said} Touches that JavaScript handles wait meanwhile; lags are main’s only\\.$`, 'm'));
  assert.match(out, /^No lag over 100 ms\.$/m);
  const json = await runCommand(['report', 'shop.trace.json', '--json'], { folder });
  assert.match(
    json.out,
    /"busyScripts":\s*\[\s*\{\s*"thread":\s*"mqt_v_js",\s*"startMs":\s*200,\s*"durationMs":\s*640,\s*"counted":\s*false/,
  );
  assert.doesNotMatch((await runCommand(['report', 'shop.trace.json', '--threshold', '700ms'], { folder })).out, /^Note/m);
});
