import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordsCommand, recordsOf } from './ask-records.ts';
import { parseEvents, tellingEnd } from './event-log.ts';
import { parseExitInfo } from './exit-info.ts';

const head = [
  'ACTIVITY MANAGER PROCESS EXIT INFO (dumpsys activity exit-info)',
  'Last Timestamp of Persistence Into Persistent Storage: 2026-03-01 09:00:00.000',
  '  package: com.example.shop',
  '    Historical Process Exit for uid=10123',
];
/** As AOSP writes since its dump has subreasons: three lines. */
const short = [
  '        ApplicationExitInfo #0:',
  '          timestamp=2026-03-01 10:00:05.250 pid=4242 realUid=10123 packageUid=10123 definingUid=10123 user=0',
  '          process=com.example.shop reason=6 (ANR) subreason=0 (UNKNOWN) status=0',
  '          importance=100 pss=86MB rss=1.3GB description=user request after error: Input dispatching timed out (Waited 5000ms) state=empty trace=/data/system/procexitstore/anr_1.gz',
  '        ApplicationExitInfo #1:',
  '          timestamp=2026-03-01 09:59:00.000 pid=4100 realUid=10123 packageUid=10123 definingUid=10123 user=0',
  '          process=com.example.shop:sync reason=3 (LOW_MEMORY) subreason=0 (UNKNOWN) status=0',
  '          importance=400 pss=0.00 rss=900KB description=null state=12 bytes trace=null',
];
/** As Android 11 writes: a line per field. */
const long = [
  '        ApplicationExitInfo #0:',
  ...[
    'timestamp=2026-03-01 10:00:05.250',
    'pid=4242',
    'realUid=10123',
    'packageUid=10123',
    'definingUid=10123',
    'user=0',
    'process=com.example.shop',
    'reason=4 (APP CRASH(EXCEPTION))',
    'status=-1',
    'importance=100',
    'pss=86MB',
    'rss=160MB',
    'description=crash pid=1 state=empty trace=null',
    'state=empty',
    'trace=null',
  ].map((field) => `          ${field}`),
];
const endMs = Date.UTC(2026, 2, 1, 10, 0, 5, 250);
const text = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

test('exits are read from the lines of newer releases', () => {
  const [anr, memory, ...more] = parseExitInfo(text(...head, ...short), '+0000');
  const words = 'user request after error: Input dispatching timed out (Waited 5000ms)';
  const sizes = { pssBytes: 86 * 1024 ** 2, rssBytes: Math.round(1.3 * 1024 ** 3) };
  const who = { pid: 4242, process: 'com.example.shop', kind: 2, wallUs: endMs * 1000 };
  assert.deepEqual(anr, { ...who, reason: 6, subreason: 0, status: 0, importance: 100, ...sizes, trace: 1, text: words });
  assert.deepEqual([memory?.process, memory?.reason, memory?.pssBytes, memory?.rssBytes], ['com.example.shop:sync', 3, 0, 921_600]);
  assert.deepEqual([memory?.text, memory?.trace, memory?.importance, more.length], ['', 0, 400, 0]);
});

test('exits are read from the lines of Android 11, whose words may look like fields', () => {
  const [crash, ...more] = parseExitInfo(text(...head, ...long), '+0000');
  assert.deepEqual([crash?.pid, crash?.reason, crash?.status, crash?.rssBytes, more.length], [4242, 4, -1, 160 * 1024 ** 2, 0]);
  assert.equal(crash?.text, 'crash pid=1 state=empty trace=null');
});

test('the time of an exit is in the device’s zone', () => {
  const inIndia = parseExitInfo(text(...head, ...short), '+0530')[0]?.wallUs;
  assert.equal(inIndia, Date.UTC(2026, 2, 1, 4, 30, 5, 250) * 1000);
  const inNewYork = parseExitInfo(text(...head, ...short), '-0500')[0]?.wallUs;
  assert.equal(inNewYork, Date.UTC(2026, 2, 1, 15, 0, 5, 250) * 1000);
});

const seconds = (endMs / 1000).toFixed(3);
const event = (tag: string, fields: string): string => `         ${seconds}  1500  1733 I ${tag.padEnd(8)}: [${fields}]`;

test('events say the ANR in its own words, and why a process was killed', () => {
  const reason =
    'Input dispatching timed out (a1b2 com.example.shop/.Main (server) is not responding. Waited 5008ms for MotionEvent(x=1,y=2))';
  const lines = [
    '--------- beginning of events',
    event('am_anr', `0,4242,com.example.shop,952680006,${reason}`),
    event('am_kill', '0,4242,com.example.shop,0,bg anr,167772160'),
    event('am_proc_died', '0,4242,com.example.shop,0,2'),
    event('am_crash', '0,4243,com.example.shop,952680006,java.lang.IllegalStateException,no cart,Cart.java,12,0'),
    event('am_kill', '0,4244,com.example.shop,900,stop com.example.shop due to from pid 12'),
    event('am_kill', '0,4245,com.example.shop,985,empty #17'),
    event('am_kill', '0,4246,com.example.shop,900,remove task'),
    // RootWindowContainer.reclaimSomeSurfaceMemory.
    event('am_kill', '0,4247,com.example.shop,0,Free memory'),
  ];
  const { anrs, ends } = parseEvents(text(...lines));
  assert.deepEqual(
    anrs.map(({ pid, kind, wallUs, text: words }) => [pid, kind, wallUs, words]),
    [[4242, 1, endMs * 1000, reason]],
  );
  assert.deepEqual(
    ends.map(({ pid, reason: number, text: words }) => [pid, number, words]),
    [
      [4242, 6, 'bg anr'],
      [4242, 0, ''],
      [4243, 4, 'java.lang.IllegalStateException, no cart, Cart.java, 12, 0'],
      [4244, 10, 'stop com.example.shop due to from pid 12'],
      [4245, 13, 'empty #17'],
      [4246, 10, 'remove task'],
      [4247, 3, 'Free memory'],
    ],
  );
  assert.equal(tellingEnd(ends.slice(0, 2).reverse())?.text, 'bg anr');
});

/** As lmkd.c of Android 9 and 10 writes; not verified on hardware. */
const killer = (words: string): string => `         ${seconds}   512   512 I lowmemorykiller: ${words}`;
const nine = [
  killer("Killing 'com.example.shop' (4242), uid 10123, adj 900"),
  killer('   to free 86000kB because system is under medium memory pressure oom_adj 800'),
];
const ten = [killer("Kill 'com.example.shop:sync (1)' (4242), uid 10123, oom_adj 900 to free 86000kB")];

test('lmkd’s line says that memory was low, besides a death without a reason', () => {
  const ends = (...lines: readonly string[]) => parseEvents(text(...lines)).ends.map(({ pid, process, reason }) => [pid, process, reason]);
  assert.deepEqual(ends(...nine), [[4242, 'com.example.shop', 3]]);
  assert.deepEqual(ends(...ten), [[4242, 'com.example.shop:sync (1)', 3]]);
  const death = event('am_proc_died', '0,4242,com.example.shop,900,17');
  const [end] = [tellingEnd(parseEvents(text(death, ...nine)).ends)];
  assert.deepEqual([end?.reason, end?.wallUs, end?.text], [3, endMs * 1000, "Killing 'com.example.shop' (4242), uid 10123, adj 900"]);
  const others = [killer('Using in-kernel low memory killer interface'), killer("Kill 'com.example.shop' (no), uid 1"), ...nine.slice(1)];
  assert.deepEqual(ends(...others, nine[0]?.replace('lowmemorykiller', 'SomeApp') ?? ''), []);
  // The death of another time had the same number.
  const output = text('+0000', 'exit-info?', '--- events', ...nine);
  assert.deepEqual(recordsOf(output, { ...asked, sinceS: asked.sinceS + 3_600 }), []);
  assert.deepEqual(
    recordsOf(output, asked).map(({ kind, reason }) => [kind, reason]),
    [[2, 3]],
  );
});

const asked = { name: 'com.example.shop', process: 'com.example.shop', pid: 4242, sinceS: Math.floor(endMs / 1000) - 60 };

test('only records of the process itself, since the attach, are taken, ANRs first', () => {
  const events = [event('am_anr', '0,4242,com.example.shop,1,slow'), event('am_anr', '0,4241,com.example.bank,1,other')];
  const output = text('+0000', ...head, ...short, '--- events', ...events, event('am_kill', '0,4242,com.example.shop,0,bg anr'));
  const kinds = (changes: Partial<typeof asked> = {}, from = output) =>
    recordsOf(from, { ...asked, ...changes }).map(({ kind, reason, text: words }) => [kind, reason, words.slice(0, 12)]);
  assert.deepEqual(kinds(), [
    [1, 0, 'slow'],
    [2, 6, 'user request'],
  ]);
  assert.deepEqual(kinds({ process: 'com.example.shop:sync' }), [[1, 0, 'slow']]);
  assert.deepEqual(kinds({ sinceS: asked.sinceS + 3_600 }), [], 'a process of another time had the same number');
  const old = text('+0000', 'Bad activity command, or no activities match: exit-info', '--- events', ...events);
  assert.deepEqual(kinds({}, `${old}${event('am_proc_died', '0,4242,com.example.shop,0,2')}\n`).at(-1), [2, 0, '']);
});

test('what makes no sense is left out, and long words are cut', () => {
  assert.deepEqual(recordsOf('', asked), []);
  assert.deepEqual(parseExitInfo(text(...head, '        ApplicationExitInfo #0:', '          timestamp=soon pid=1'), '+0000'), []);
  const many = Array.from({ length: 10_000 }, () => short.slice(0, 4)).flat();
  assert.equal(parseExitInfo(text(...head, ...many), 'CET').length, 256);
  const { anrs } = parseEvents(text(event('am_anr', `0,4242,com.example.shop,1,${'x'.repeat(60_000)}`), event('am_anr', 'no')));
  assert.deepEqual([anrs.length, anrs[0]?.text.length], [1, 600]);
});

test('the question asks for this process’ events, and quotes names', () => {
  const command = recordsCommand({ ...asked, name: "a'; reboot" });
  assert.match(command, /^date \+%z; dumpsys activity exit-info 'a'\\''; reboot'; /);
  assert.match(command, / -s am_anr:I am_crash:I am_kill:I am_proc_died:I \| grep -m 64 -F ,4242,; /);
  assert.match(
    command,
    /; \[ -d \/proc\/4242 \] \|\| logcat -d -b main -v epoch -T \d+\.000 -s lowmemorykiller:I \| grep -m 64 -F '\(4242\)'$/,
  );
});

test('Battery Saver and the charge are read; what a phone does not say is unknown', () => {
  // AOSP BatteryService.dumpInternal.
  const battery = ['Current Battery Service state:', '  AC powered: false', '  status: 3', '  level: 43', '  scale: 50', '  voltage: 3900'];
  const output = (saver: string, ...lines: readonly string[]): string =>
    text('+0000', '--- power', '1772359205', saver, ...lines, '--- events');
  const process = { name: 'com.example.shop', pid: 4242, process: 'com.example.shop', sinceS: undefined };
  const power = (saver: string, ...lines: readonly string[]) =>
    recordsOf(output(saver, ...lines), process).map(({ kind, wallUs, reason, status }) => [kind, wallUs / 1e6, reason, status]);
  assert.deepEqual(power('1', ...battery), [[3, 1_772_359_205, 1, 86]]);
  assert.deepEqual(power('null', "Can't find service: battery"), [[3, 1_772_359_205, 0, -1]]);
  assert.deepEqual(recordsOf(text('+0000', '--- power', 'date: not found', '1', '--- events'), process), []);
});
