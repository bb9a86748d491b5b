import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Message } from '../../../core/wire/schema.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { FrameReports } from '../../../tests/core/frame-reports.ts';
import { sessionBytes } from '../../../tests/core/memory-session.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { runCommand } from '../../../tests/host/run-command.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));
const shop = 'com.example.shop';
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens check '));
  await write('slow.laglens', lags(20, 600));
  await write('fast.laglens', lags(20, 150));
  await write('still.laglens', scriptedApp([idle(9_000 * ms)]));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Lags of one length, a second apart. */
function lags(count: number, lengthMs: number): readonly Message[] {
  const one = [idle((1_000 - lengthMs) * ms), message(lengthMs * ms, `${shop}.Cart.total:12`)];
  return scriptedApp([...Array.from({ length: count }, () => one).flat(), idle(1_000 * ms)]);
}

async function write(name: string, messages: readonly Message[]): Promise<void> {
  await writeFile(join(folder, name), await sessionBytes(messages));
}

async function check(rules: readonly object[] | object, ...args: readonly string[]) {
  await writeFile(join(folder, 'laglens.budget.json'), JSON.stringify(Array.isArray(rules) ? { rules } : rules));
  return runCommand(['check', ...args], { folder });
}

/** Verdicts with `--json`. */
async function verdicts(rules: readonly object[], ...args: readonly string[]) {
  const { code, out } = await check(rules, '--json', ...args);
  const { rules: judged } = JSON.parse(out);
  return [code, ...judged.map((each: { verdict: string; value: number | null }) => [each.verdict, each.value])];
}

describe('the recorded sample', () => {
  test('holds a generous budget, breaks a strict one, and has neither frames nor memory', async () => {
    assert.equal((await check([{ measure: 'p95', mostMs: 5_000 }], sample)).code, 0);
    const { code, out } = await check([{ measure: 'p50', mostMs: 200, name: 'Usual lag' }], sample);
    assert.equal(code, 1);
    // Of its 18 lags, by `laglens report`, the 9th shortest: 184 250 252 284 300 303 320 351 357.
    assert.match(out, /^broken {8}Usual lag: 357 ms \(95 % interval .*\) of 18 lags; at most 200 ms$/m);
    assert.match(out, /^The budget is broken\.$/m);
    const unknown = await check(
      [
        { measure: 'jank', mostPercent: 5 },
        { measure: 'memory', mostMB: 500 },
      ],
      sample,
    );
    assert.equal(unknown.code, 2);
    assert.match(unknown.out, /^not judged {4}Late frames: No capture has frames\.$/m);
    assert.match(unknown.out, /^The budget could not be judged\.$/m);
  });
});

describe('exit codes', () => {
  test('0 when it holds, 1 when one rule is broken, 2 when one was not judged', async () => {
    const p95 = { measure: 'p95', mostMs: 300 };
    assert.deepEqual(await verdicts([p95], 'fast.laglens'), [0, ['held', 150 * ms]]);
    assert.deepEqual(await verdicts([p95], 'slow.laglens'), [1, ['broken', 600 * ms]]);
    const relative = { measure: 'p95', mostMorePercent: 10 };
    assert.deepEqual(await verdicts([relative], 'fast.laglens'), [2, ['unjudged', null]]);
    assert.deepEqual(await verdicts([relative], 'fast.laglens', '--baseline', 'slow.laglens'), [0, ['held', 150 * ms]]);
    assert.deepEqual(await verdicts([relative], 'slow.laglens', '--baseline', 'fast.laglens'), [1, ['broken', 600 * ms]]);
  });

  test('0 within noise, unless the budget says that it is undecided', async () => {
    const rules = [{ measure: 'p95', mostMs: 300 }];
    // Two kinds in equal number: the median is either.
    const median = [{ measure: 'p50', mostMs: 300 }];
    const { code, out } = await check(median, 'slow.laglens', 'fast.laglens');
    assert.equal(code, 0);
    assert.match(
      out,
      /^within noise {2}Median of lags over 100 ms: 150 ms \(95 % interval 150 ms to 600 ms\) of 40 lags; at most 300 ms$/m,
    );
    assert.match(out, /^ +The value is below the limit, but chance may explain it: more or longer captures decide\.$/m);
    assert.equal((await check({ withinNoise: 'undecided', rules: median }, 'slow.laglens', 'fast.laglens')).code, 2);
    assert.equal((await check({ withinNoise: 'undecided', rules }, 'slow.laglens')).code, 1);
  });

  test('2 for what is no answer: wrong arguments, budgets and sessions', async () => {
    const rules = [{ measure: 'p95', mostMs: 300 }];
    for (const args of [
      [],
      ['fast.laglens', 'fast.laglens'],
      ['fast.laglens', '--json', '--github'],
      ['fast.laglens', '--budget', 'none.json'],
    ])
      assert.equal((await check(rules, ...args)).code, 2, args.join(' '));
    const missing = await check(rules, 'none.laglens');
    assert.deepEqual([missing.code, missing.out], [2, '']);
    assert.match(missing.said, /none\.laglens cannot be opened/);
    const misspelt = await check([{ measure: 'p95', most: 300 }], 'fast.laglens');
    assert.equal(misspelt.code, 2);
    assert.match(
      misspelt.said,
      /^rules\.0\.most is no key here; allowed: name, measure, mostMs, mostMorePercent, overMs, group, screen\.$/m,
    );
  });
});

test('a capture without lags holds, and sessions are judged together', async () => {
  const none = { measure: 'count', mostPerMinute: 0 };
  assert.deepEqual(await verdicts([none], 'still.laglens'), [0, ['held', 0]]);
  // The rate of 20 in 21 s, and of 20 in 21 + 9 s.
  const [, [, alone]] = await verdicts([none], 'slow.laglens');
  const [, [, both]] = await verdicts([none], 'slow.laglens', 'still.laglens');
  assert.ok(Math.abs(alone - (20 * 60) / 21) < 0.2 && Math.abs(both - (20 * 60) / 30) < 0.2, `${alone} ${both}`);
});

test('frames, memory and the time on a screen are measured from the stream', async () => {
  const startUs = SCRIPT_START_US;
  const screen = (atMs: number, shown: number): Message => ({
    type: 'screen',
    atUs: startUs + atMs * ms,
    id: 5,
    name: 901,
    kind: 1,
    shown,
  });
  const counters = (atMs: number, footprintBytes: number): Message => ({
    type: 'counters',
    atUs: startUs + atMs * ms,
    cpuUs: 0,
    cores: 8,
    footprintBytes,
    thermal: 0,
    allocations: -1,
    allocatedBytes: -1,
    threads: 9,
  });
  const frames = new FrameReports(startUs).inTime(1_000, 50).lateOnes(1_000, 20, 60).messages;
  await write('screens.laglens', [
    ...scriptedApp([idle(4_000 * ms), message(200 * ms, `${shop}.Cart.total:12`), idle(4_000 * ms)]),
    { type: 'string', id: 901, text: `${shop}.CartActivity` },
    screen(3_000, 1),
    screen(6_000, 0),
    ...frames,
    counters(1_000, 3 * 2 ** 20),
    counters(2_000, 5 * 2 ** 20),
    counters(3_000, 4 * 2 ** 20),
  ]);
  const [code, ...found] = await verdicts(
    [
      { measure: 'jank', mostPercent: 100 },
      { measure: 'memory', mostMB: 5 },
      { measure: 'count', screen: 'CartActivity', mostPerMinute: 300 },
      { measure: 'time', screen: 'CartActivity', mostMsPerMinute: 59_000 },
      { measure: 'count', screen: 'FeedActivity', mostPerMinute: 300 },
    ],
    'screens.laglens',
  );
  assert.equal(code, 2);
  // 20 of 70 frames; the greatest counter; one lag of 200 ms in the three seconds on the screen.
  assert.deepEqual(found, [
    ['held', 2 / 7],
    ['held', 5 * 2 ** 20],
    ['held', 20],
    ['held', 4_000 * ms],
    ['unjudged', null],
  ]);
});

test('lines are those of the workspace: the package decides, and build folders, links and other packages have none', async (t) => {
  const put = async (path: string): Promise<void> => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), 'class Cart {}\n');
  };
  await put('app/src/main/java/com/example/other/Cart.java');
  await put('app/build/generated/com/example/shop/Cart.java');
  // A link that leads outside.
  const outside = await mkdtemp(join(tmpdir(), 'laglens outside '));
  t.after(() => rm(outside, { recursive: true, force: true }));
  await mkdir(join(outside, 'com/example/shop'), { recursive: true });
  await writeFile(join(outside, 'com/example/shop/Cart.java'), '');
  await symlink(outside, join(folder, 'linked'));
  const rules = [{ measure: 'p95', mostMs: 300 }];
  const groups = async () => JSON.parse((await check(rules, 'slow.laglens', '--json')).out).rules[0].groups;
  assert.deepEqual((await groups())[0].file, null);
  await put('app/src/main/java/com/example/shop/Cart.java');
  const [group] = await groups();
  assert.deepEqual([group.label, group.file, group.line], ['Cart.total', 'app/src/main/java/com/example/shop/Cart.java', 12]);
  const { out } = await check(rules, 'slow.laglens', '--github', '--markdown', 'summary.md');
  assert.match(out, /^ +Cart\.total \(app\/src\/main\/java\/com\/example\/shop\/Cart\.java:12\): 20 lags, 12\.00 s, longest 600 ms$/m);
  assert.match(
    out,
    /^::error file=app\/src\/main\/java\/com\/example\/shop\/Cart\.java,line=12,title=95th percentile of lags over 100 ms%3A broken::600 ms/m,
  );
  const markdown = await readFile(join(folder, 'summary.md'), 'utf8');
  assert.match(markdown, /^\| `Cart\.total` \| `app\/src\/main\/java\/com\/example\/shop\/Cart\.java:12` \| 20 \| 12\.00 s \| 600 ms \|/m);
});

test('a missing budget is no damaged one', async () => {
  const { code, said } = await runCommand(['check', 'fast.laglens', '--budget', 'none.json'], { folder });
  assert.equal(code, 2);
  assert.match(said, /^There is no budget .*none\.json\.\nWrite one as in docs\/ci\.md, or name another by --budget\. \[usage\]$/m);
});

test('captures of another app than the baseline’s are judged with a warning', async () => {
  const renamed = lags(20, 150).map((each) =>
    each.type === 'process' ? { ...each, app: 'org.other.music' } : each.type === 'hello' ? { ...each, process: 'org.other.music' } : each,
  );
  await write('music.laglens', renamed);
  const rules = [{ measure: 'p95', mostMorePercent: 10 }];
  const { code, out } = await check(rules, 'music.laglens', '--baseline', 'fast.laglens', '--baseline', 'slow.laglens');
  assert.equal(code, 0);
  assert.match(out, /^Warning {3}fast\.laglens is of com\.example\.shop, but music\.laglens of org\.other\.music: the apps differ\.$/m);
  const same = await check(rules, 'fast.laglens', '--baseline', 'fast.laglens');
  assert.match(same.out, /^Warning {3}fast\.laglens is on both sides: it is compared with itself\.$/m);
});

test('a value that equals its limit within noise is at the limit', async () => {
  const { out } = await check([{ measure: 'p50', mostMs: 150 }], 'slow.laglens', 'fast.laglens');
  assert.match(out, /^ +The value is at the limit, but chance may explain it/m);
});
