import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileHeader, SESSION_VERSION } from '../core/session/file/file-layout.ts';
import type { Message } from '../core/wire/schema.ts';
import { idle, ms } from '../tests/core/analyzed-app.ts';
import { sessionBytes } from '../tests/core/memory-session.ts';
import { withUses } from '../tests/core/message-uses.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../tests/core/scripted-app.ts';
import { type CommandOutput, runCommand } from '../tests/host/run-command.ts';

let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens report '));
});
after(() => rm(folder, { recursive: true, force: true }));

async function sessionFile(name: string, messages: readonly Message[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, await sessionBytes(messages));
  return path;
}

async function laglens(...args: readonly string[]): Promise<CommandOutput> {
  return runCommand(args, { folder });
}

const shop = 'com.example.shop';
const deeds: readonly Deed[] = [
  idle(500 * ms),
  {
    kind: 'message',
    us: 600 * ms,
    stack: [`${shop}.Feed.show:10`, `${shop}.Decoder.decode:20`],
    target: 'android.os.Handler',
    callback: `${shop}.Feed$1`,
  },
  idle(400 * ms),
  { kind: 'message', us: 120 * ms, stack: [`${shop}.Cart.count:7`], busy: 0, state: 1, target: 'android.os.Handler' },
  idle(400 * ms),
];
const extras: readonly Message[] = [
  { type: 'string', id: 900, text: 'java.lang.Object' },
  { type: 'thread', thread: 2, tid: 0, name: 'bg-db', group: 'main', flags: 0, atUs: SCRIPT_START_US },
  { type: 'image', id: 1, base: 4096, size: 4096, buildId: new Uint8Array(0), path: '/data/app/shop/lib/arm64/libflutter.so' },
  { type: 'waitBegin', thread: 1, atUs: SCRIPT_START_US + 1_500 * ms, kind: 1, object: 900 },
  { type: 'waitOwner', thread: 1, atUs: SCRIPT_START_US + 1_530 * ms, owner: 2, ownerNode: 0, waiters: 1, object: 900 },
  { type: 'waitEnd', thread: 1, atUs: SCRIPT_START_US + 1_620 * ms },
  { type: 'dropped', atUs: SCRIPT_START_US + 1_700 * ms, messages: 3, samples: 2, why: 'the link is too slow' },
];

test('a report lists each lag with its time, length, kind, shares, frame to blame and what it waited for', async () => {
  const path = await sessionFile('shop one.laglens', [...scriptedApp(deeds), ...extras]);
  const { code, out, said } = await laglens('report', path);
  assert.deepEqual([code, said], [0, '']);
  const lines = out.split('\n');
  assert.match(lines[0] ?? '', /^Session {3}shop one\.laglens, 2\.0 s, /);
  assert.ok(lines.includes('2 lags over 100 ms: 1 hitch, 1 hang'));
  // Each turn of the script costs 20 us of CPU, so busy is not quite 100 %.
  assert.ok(
    lines.some((line) => /^ {2}0\.500 s {2}600 ms {2}one message +(99|100) % +[01] % {2}Decoder\.decode \(Decoder\.java:20\)$/.test(line)),
    out,
  );
  assert.ok(lines.includes('      android.os.Handler com.example.shop.Feed$1'));
  assert.ok(lines.some((line) => /^ {2}1\.500 s {2}120 ms {2}one message +0 % +100 % {2}Cart\.count \(Cart\.java:7\)$/.test(line)));
  assert.ok(lines.includes('      Main waited 120 ms for the lock of Object. bg-db held it.'));
  assert.ok(lines.includes('Warning   Debuggable build: slower than release.'));
  assert.ok(lines.includes('Warning   Dart frames are not visible: Flutter does not use the Java stack.'));
  assert.ok(lines.includes('Warning   2 samples and 3 messages lost (the link is too slow).'));
  assert.equal((await laglens('report', path)).out, out, 'the same again');
});

test('what a thread without a core did is neither busy nor blocked', async () => {
  const path = await sessionFile('busy computer.laglens', [
    ...scriptedApp([idle(500 * ms), { kind: 'message', us: 600 * ms, stack: [`${shop}.Feed.show:10`], busy: 0.3 }, idle(400 * ms)]),
    { type: 'ready', thread: 1, beginUs: SCRIPT_START_US + 500 * ms, atUs: SCRIPT_START_US + 1_100 * ms, readyUs: 300 * ms },
  ]);
  const { out } = await laglens('report', path);
  assert.match(
    out,
    /kind +busy {2}blocked {2}no core free {2}unknown {2}to blame\n {2}0\.500 s {2}600 ms {2}one message +30 % +0 % +50 % +20 % {2}Feed\.show/,
  );
});

test('the parts of a lag with garbage collections add up to all of it', async () => {
  const path = await sessionFile('garbage.laglens', [
    ...scriptedApp([idle(500 * ms), { kind: 'message', us: 600 * ms, stack: [`${shop}.Feed.show:10`] }, idle(400 * ms)]),
    { type: 'gcBegin', atUs: SCRIPT_START_US + 600 * ms },
    { type: 'gcEnd', atUs: SCRIPT_START_US + 900 * ms },
  ]);
  const { out } = await laglens('report', path);
  const [, ...shares] = /one message +(\d+) % +(\d+) % +(\d+) % +Feed\.show/.exec(out) ?? [];
  assert.match(out, /kind +busy {2}blocked {2}garbage collection {2}to blame/);
  assert.deepEqual([shares[2], shares.reduce((sum, share) => sum + Number(share), 0)], ['50', 100], out);
});

test('what a runtime cannot report is said in words, with the cause once', async () => {
  const why = 'this runtime does not offer it to an agent that is attached now';
  const abilities = ['lockOwners', 'contendedMonitor', 'inlinedLines', 'cameras'].map((name) => ({ name, enabled: 0, why }));
  const capabilities = [...abilities, { name: 'gcPauses', enabled: 1, why: '' }];
  const facts = scriptedApp(deeds).map((fact) => (fact.type === 'hello' ? { ...fact, os: 'android', capabilities } : fact));
  const { out } = await laglens('report', await sessionFile('old phone.laglens', facts));
  assert.deepEqual(
    out.split('\n').filter((line) => line.includes(why)),
    [
      `Warning   Lock owners may be missing: capture from app launch to see them (${why}).`,
      `Warning   No lines for inlined Kotlin functions: the caller opens instead (${why}).`,
      `Warning   Not available from this runtime: cameras (${why}).`,
    ],
  );
});

test('that messages are not seen is said once', async () => {
  const warnings = async (enabled: number, apiLevel: number): Promise<readonly string[]> => {
    const capabilities = [{ name: 'messages', enabled, why: enabled === 1 ? '' : 'no hook' }];
    const facts = scriptedApp(deeds, { hook: false }).map((fact) => (fact.type === 'hello' ? { ...fact, apiLevel, capabilities } : fact));
    const { out } = await laglens('report', await sessionFile('no hook.laglens', facts));
    return out.split('\n').filter((line) => /^Warning.*messages/i.test(line));
  };
  const samplesOnly = 'lags were found from samples alone, as exact as the interval.';
  assert.deepEqual(await warnings(1, 34), [`Warning   The looper reported no messages: ${samplesOnly}`]);
  assert.deepEqual(await warnings(0, 34), [
    'Warning   Main-thread messages are not visible: lags are detected from stacks alone (no hook).',
  ]);
  assert.equal((await warnings(0, 0)).length, 2, 'a desktop program may have no looper at all');
});

test('with --json a report is one object', async () => {
  const path = await sessionFile('shop.laglens', [...scriptedApp(deeds), ...extras]);
  const { code, out } = await laglens('report', path, '--json', '--threshold', '0.2s');
  assert.equal(code, 0);
  const report = JSON.parse(out);
  assert.equal(report.thresholdMs, 200);
  assert.equal(report.runs[0].app, 'com.example.shop');
  assert.equal(report.lags.length, 1);
  const [lag] = report.lags;
  assert.deepEqual([lag.startMs, lag.durationMs, lag.kind, lag.band, lag.thread], [500, 600, 'message', 'hang', 'main']);
  assert.match(lag.cause.text, /^Busy: (99|100) % of 600 ms in Decoder\.decode \(Decoder\.java:20\)\.$/);
  assert.equal(lag.cause.rule, 'busy');
  // Half a round of samples at either end is uncertain.
  assert.ok(Math.abs(lag.cause.explainedMs - 600) <= 10);
  assert.deepEqual(lag.culprit, { class: `${shop}.Decoder`, method: 'decode', label: 'Decoder.decode', file: 'Decoder.java', line: 20 });
});

test('a lag says how long its message waited in the queue, and what main counted', async () => {
  const counts = { majorFaults: 12, voluntarySwitches: 3, involuntarySwitches: 4 };
  const path = await sessionFile(
    'queue.laglens',
    withUses(scriptedApp(deeds), { queuedUs: 5_250 * ms, ...counts }, { queuedUs: undefined }),
  );
  const { out } = await laglens('report', path);
  const lines = out.split('\n');
  assert.ok(lines.includes('      waited 5.3 s in the queue, an ANR if it was input'), out);
  assert.ok(lines.includes('      page faults that read storage: 12'), out);
  const { lags } = JSON.parse((await laglens('report', path, '--json')).out);
  const countedOf = ({ queuedMs, majorFaults, voluntarySwitches, involuntarySwitches }: Readonly<Record<string, unknown>>) => [
    queuedMs,
    majorFaults,
    voluntarySwitches,
    involuntarySwitches,
  ];
  assert.deepEqual(lags.map(countedOf), [
    [5_250, 12, 3, 4],
    [null, 0, 0, 0],
  ]);
  const { lags: unmeasured } = JSON.parse((await laglens('report', await sessionFile('old.laglens', scriptedApp(deeds)), '--json')).out);
  assert.deepEqual(countedOf(unmeasured[0]), [null, null, null, null]);
});

test('with --tree the calls of each lag follow as indented text with shares; recursion is folded', async () => {
  const deep = Array.from({ length: 50 }, () => `${shop}.Tree.count:5`);
  const path = await sessionFile(
    'deep.laglens',
    scriptedApp([idle(200 * ms), { kind: 'message', us: 300 * ms, stack: deep }, idle(200 * ms)]),
  );
  const { out } = await laglens('report', path, '--tree');
  const lines = out.split('\n');
  assert.ok(
    lines.some((line) => /^ +100\.0 % +300 ms {10}Tree\.count \(50 times deep\) \(Tree\.java:5\)$/.test(line)),
    out,
  );
  assert.ok(lines.some((line) => line.startsWith('All that main did')));
});

test('names from a session cannot steer the terminal', async () => {
  const evil = `${shop}.A\u001b]0;owned\u0007\u202e.run:1`;
  const path = await sessionFile(
    'evil.laglens',
    scriptedApp([idle(100 * ms), { kind: 'message', us: 300 * ms, stack: [evil] }, idle(100 * ms)]),
  );
  const { out } = await laglens('report', path, '--tree');
  assert.ok(out.includes('owned'));
  assert.doesNotMatch(out.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
});

test('a package on the command line says what is the app’s', async () => {
  const path = await sessionFile(
    'shop.laglens',
    scriptedApp([idle(100 * ms), { kind: 'message', us: 300 * ms, stack: ['org.sample.A.a:1', `${shop}.B.b:2`] }]),
  );
  assert.match((await laglens('report', path)).out, /B\.b \(B\.java:2\)/);
  assert.match((await laglens('report', path, '--package', 'org.sample')).out, /A\.a \(A\.java:1\)/);
});

test('a session without lags says so', async () => {
  const path = await sessionFile('calm.laglens', scriptedApp([idle(1_000 * ms)]));
  assert.match((await laglens('report', path)).out, /^No lag over 100 ms\.$/m);
});

test('what cannot be opened says why and what to do next', async () => {
  const missing = await laglens('report', 'no such file.laglens');
  assert.equal(missing.code, 1);
  assert.match(missing.said, /\[session-not-found\]/);
  await writeFile(join(folder, 'text.laglens'), 'hello');
  const foreign = await laglens('report', 'text.laglens');
  assert.equal(foreign.code, 1);
  assert.match(foreign.said, /\[session-unreadable\]/);
  const wrong = await laglens('report', 'text.laglens', '--threshold', 'soon');
  assert.equal(wrong.code, 2);
  assert.match(wrong.said, /100ms/);
});

test('an empty, cut or newer file says what it is, what to do next, and the code', async () => {
  const newer = fileHeader(SESSION_VERSION + 1);
  const cases: readonly (readonly [bytes: Uint8Array, said: RegExp])[] = [
    [new Uint8Array(0), /is empty[^\]]*Record again[^\]]*\[session-unreadable\]/],
    [fileHeader().subarray(0, 5), /no Laglens session[^\]]*Choose a file[^\]]*\[session-unreadable\]/],
    [newer, /newer Laglens[^\]]*Update Laglens[^\]]*\[session-newer\]/],
  ];
  for (const [bytes, said] of cases) {
    await writeFile(join(folder, 'broken one.laglens'), bytes);
    const result = await laglens('report', 'broken one.laglens');
    assert.deepEqual([result.code, result.out], [1, '']);
    assert.match(result.said, said);
  }
});

test('a file with a flipped bit says what was left out', async () => {
  const path = await sessionFile('sound.laglens', scriptedApp(deeds));
  const bytes = await readFile(path);
  // Well inside the first chunk's data.
  bytes[100] = (bytes[100] ?? 0) ^ 4;
  await writeFile(join(folder, 'flipped.laglens'), bytes);
  const { code, out } = await laglens('report', 'flipped.laglens');
  assert.equal(code, 0);
  assert.match(out, /^Warning {3}Damaged pieces of the file were left out: 1\.$/m);
});

test('a file that was cut off is reported up to its last whole piece', async () => {
  const path = await sessionFile('whole.laglens', scriptedApp(deeds));
  await writeFile(join(folder, 'cut.laglens'), (await readFile(path)).subarray(0, -30));
  const { code, out } = await laglens('report', 'cut.laglens');
  assert.equal(code, 0);
  assert.match(out, /The file has no end/);
  assert.match(out, /2 lags over 100 ms/);
});

/** Half a minute each with lags of one function, whose lines and lambdas were numbered by one build or another. */
function minuteOf(lags: readonly (readonly [name: string, us: number])[], moved: number): readonly Message[] {
  const gap = idle(Math.floor((30_000 * ms - lags.reduce((sum, [, us]) => sum + us, 0)) / (lags.length + 1)));
  const each = lags.flatMap(([name, us]): readonly Deed[] => [
    { kind: 'message', us, stack: [`${shop}.${name}.run:${10 + moved}`, `${shop}.${name}.lambda$run$${moved}:${20 + moved}`] },
    gap,
  ]);
  return scriptedApp([gap, ...each]);
}

const times = (count: number, name: string, us: number) => Array.from({ length: count }, () => [name, us] as const);

test('with --baseline a report says what is new, worse, better and gone since another build', async () => {
  const before = await sessionFile(
    'before.laglens',
    minuteOf(
      [...times(5, 'Feed', 150 * ms), ...times(14, 'Cart', 120 * ms), ...times(3, 'Old', 130 * ms), ...times(2, 'Calm', 140 * ms)],
      0,
    ),
  );
  const now = await sessionFile(
    'now.laglens',
    minuteOf(
      [...times(6, 'Feed', 900 * ms), ...times(3, 'Cart', 120 * ms), ...times(2, 'Fresh', 200 * ms), ...times(2, 'Calm', 450 * ms)],
      7,
    ),
  );
  const { code, out, said } = await laglens('report', now, '--baseline', before);
  assert.deepEqual([code, said], [0, '']);
  const lines = out.split('\n').map((line) => line.trim().replace(/ {2,}/g, '  '));
  const at = lines.findIndex((line) => line.startsWith('Compared with'));
  assert.match(
    lines[at] ?? '',
    /^Compared with before\.laglens \((29\.9|30\.0) s watched, (29\.9|30\.0) s before\): 1 new, 1 worse, 1 better, 1 gone; 1 with too few lags to judge$/,
  );
  // Rates by hand: so many in half a minute, doubled.
  assert.deepEqual(lines.slice(at + 2, at + 7), [
    'change  count  per minute  worst  to blame',
    'new  0 -> 2  0.0 -> 4.0  0 -> 200 ms  Fresh.run λ',
    'worse  5 -> 6  10.0 -> 12.0  150 -> 900 ms  Feed.run λ',
    'better  14 -> 3  28.0 -> 6.0  120 -> 120 ms  Cart.run λ',
    'gone  3 -> 0  6.0 -> 0.0  130 -> 0 ms  Old.run λ',
  ]);

  const { baseline } = JSON.parse((await laglens('report', now, '--baseline', before, '--json')).out);
  assert.equal(baseline.session, 'before.laglens');
  assert.deepEqual(
    baseline.groups.map(({ key, change }: { readonly key: string; readonly change: string }) => [key, change]),
    [
      [`main|${shop}.Fresh.run (lambda)`, 'new'],
      [`main|${shop}.Feed.run (lambda)`, 'worse'],
      [`main|${shop}.Cart.run (lambda)`, 'better'],
      [`main|${shop}.Calm.run (lambda)`, 'few'],
      [`main|${shop}.Old.run (lambda)`, 'gone'],
    ],
  );
  assert.deepEqual(baseline.groups[1].before, { count: 5, totalMs: 750, worstMs: 150, perMinute: baseline.groups[1].before.perMinute });
  assert.match(
    (await laglens('report', now, '--baseline', now)).out,
    /^Compared with now\.laglens \(.*\): nothing changed beyond chance; 3 with too few lags to judge$/m,
  );
});

test('a baseline that is not there says so', async () => {
  const path = await sessionFile('shop.laglens', scriptedApp(deeds));
  const { code, out, said } = await laglens('report', path, '--baseline', 'no such file.laglens');
  assert.deepEqual([code, out], [1, '']);
  assert.match(said, /no such file\.laglens.*\[session-not-found\]/s);
});
