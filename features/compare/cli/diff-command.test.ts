import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { marked } from 'marked';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { attacks, steeringSigns } from '../../../tests/core/attacks.ts';
import { FrameReports } from '../../../tests/core/frame-reports.ts';
import { hostileSession } from '../../../tests/core/hostile-names.ts';
import { sessionBytes } from '../../../tests/core/memory-session.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { runCommand } from '../../../tests/host/run-command.ts';

const shop = 'com.example.shop';
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens diff '));
  await write('old.laglens', [...lags(20, 200, `${shop}.Cart.total:12`), ...lags(10, 300, `${shop}.Feed.show$lambda$1:7`)]);
  // Another build: other lines and numbers. Main calls total from open, which calls itself.
  await write('new.laglens', [
    ...lags(20, 600, `${shop}.Shop.open:1`, `${shop}.Shop.open:2`, `${shop}.Cart.total:19`),
    ...lags(9, 150, `${shop}.Wish.sort:3`),
    ...lags(1, 120, `${shop}.Wish.once:4`),
  ]);
  await write('renumbered.laglens', [...lags(20, 200, `${shop}.Cart.total:15`), ...lags(10, 300, `${shop}.Feed.show$lambda$8:70`)]);
});
after(() => rm(folder, { recursive: true, force: true }));

/** One a second. */
function lags(count: number, lengthMs: number, ...stack: readonly string[]): readonly Deed[] {
  return Array.from({ length: count }, () => [idle((1_000 - lengthMs) * ms), message(lengthMs * ms, ...stack)]).flat();
}

async function write(name: string, deeds: readonly Deed[]): Promise<void> {
  await writeFile(join(folder, name), await sessionBytes(scriptedApp([...deeds, idle(1_000 * ms)])));
}

async function diff(...args: readonly string[]) {
  const { code, out, said } = await runCommand(['diff', ...args], { folder });
  assert.equal(code, 0, said);
  return out;
}

interface Change {
  readonly key: string;
  readonly label: string;
  readonly change: string;
  readonly changeMsPerMinute: number;
  readonly interval: readonly [number, number];
  readonly withinNoise: boolean;
}

async function changes(
  ...args: readonly string[]
): Promise<{ readonly total: Change; readonly groups: Change[]; readonly functions: Change[] }> {
  return JSON.parse(await diff('--json', ...args));
}

describe('two sessions', () => {
  test('have groups that are new, worse and gone, with their time per minute', async () => {
    const { total, groups } = await changes('old.laglens', 'new.laglens');
    const found = new Map(groups.map((group) => [group.label, group]));
    assert.deepEqual(
      [...found].map(([label, { change, withinNoise }]) => `${label} ${change}${withinNoise ? ' within noise' : ''}`),
      ['Cart.total worse', 'Feed.show λ gone', 'Wish.sort new', 'Wish.once new within noise'],
    );
    // In 31 s each: 20 · (600 - 200) ms, -10 · 300 ms, 9 · 150 ms, each by 60 / 31; the last sample is some ms before the end.
    const expected = { 'Cart.total': 8_000, 'Feed.show λ': -3_000, 'Wish.sort': 1_350, 'Wish.once': 120 };
    for (const [label, changedMs] of Object.entries(expected)) {
      const perMinute = found.get(label)?.changeMsPerMinute ?? 0;
      assert.ok(Math.abs(perMinute / (changedMs * (60 / 31)) - 1) < 0.01, `${label} ${perMinute}`);
    }
    assert.ok(Math.abs(total.changeMsPerMinute / (6_470 * (60 / 31)) - 1) < 0.01 && !total.withinNoise);
    const [low, high] = total.interval;
    assert.ok(low < total.changeMsPerMinute && total.changeMsPerMinute < high);
  });

  test('have functions with their callees’ time, each once per stack', async () => {
    const { functions } = await changes('old.laglens', 'new.laglens');
    const found = new Map(functions.map((each) => [each.key, each]));
    // All 20 · 600 ms, though open calls itself.
    const open = found.get(`${shop}.Shop.open`);
    assert.ok(Math.abs((open?.changeMsPerMinute ?? 0) / (12_000 * (60 / 31)) - 1) < 0.05, JSON.stringify(open));
    assert.deepEqual(
      ['Shop.open', 'Cart.total', 'Wish.once'].map((name) => found.get(`${shop}.${name}`)?.withinNoise),
      [false, false, true],
    );
  });

  test('are said in a sentence, a table and Markdown', async () => {
    const text = await diff('old.laglens', 'new.laglens');
    assert.match(
      text,
      /^Time in lags went from 1\d\.\d\d s to 2\d\.\d\d s per minute \(\+12\.\d\d s, 95 % interval \+.* s to \+.* s\); groups: 2 new, 1 worse, 1 gone\.$/m,
    );
    assert.match(text, /^ +worse +20 -> 20 +\+15\.\d\d s, .* Cart\.total \(Cart\.java:19\)$/m);
    assert.match(text, /^ +new +0 -> 1 .*, too few lags +Wish\.once \(Wish\.java:4\)$/m);
    const markdown = await diff('old.laglens', 'new.laglens', '--markdown');
    assert.match(markdown, /^\| gone \| 10 -> 0 \| −5\.\d\d s, .* \| `Feed\.show λ` \| `Feed\.java:7` \|$/m);
    assert.ok(!markdown.slice(markdown.indexOf('Functions that changed')).includes('Wish.once'));
  });
});

test('the same app in another build has no change', async () => {
  const { total, groups, functions } = await changes('old.laglens', 'renumbered.laglens');
  assert.deepEqual([...new Set(groups.map(({ change }) => change))], ['same']);
  assert.ok([total, ...groups, ...functions].every(({ withinNoise }) => withinNoise));
  assert.match(await diff('old.laglens', 'renumbered.laglens'), /within noise\); groups: no change\.$/m);
});

test('one longer lag among as many is a figure, not a verdict', async () => {
  const fiveLags = (...lengths: readonly number[]): readonly Deed[] =>
    lengths.flatMap((length) => [idle(3_000 * ms), message(length * ms, `${shop}.Feed.load:12`)]);
  await write('five.laglens', fiveLags(200, 250, 220, 300, 210));
  await write('longer.laglens', fiveLags(200, 250, 220, 500, 210));
  const both = ['five.laglens', 'longer.laglens'];
  const { groups } = await changes(...both);
  assert.deepEqual(
    groups.map(({ change, withinNoise }) => [change, withinNoise]),
    [['same', true]],
  );
  const forms = [await diff(...both), await diff(...both, '--markdown')];
  for (const out of forms) assert.match(out, /within noise\); groups: no change\.$/m);
  for (const out of forms) assert.doesNotMatch(out, /worse|better/);
  assert.match(
    (await runCommand(['report', 'longer.laglens', '--baseline', 'five.laglens'], { folder })).out,
    /: nothing changed beyond chance$/m,
  );
  await write('four.laglens', fiveLags(200, 250, 220, 300));
  assert.match(await diff('four.laglens', 'four.laglens'), /\(0, too few lags\); groups: no change; 1 with too few lags to judge\.$/m);
});

test('sessions of two apps, and one on both sides, are compared with a warning', async () => {
  const music = 'org.other.music';
  const renamed = scriptedApp([...lags(2, 200, `${music}.Player.seek:1`)]).map((each) =>
    each.type === 'process' ? { ...each, app: music } : each.type === 'hello' ? { ...each, process: music } : each,
  );
  await writeFile(join(folder, 'music.laglens'), await sessionBytes(renamed));
  const sentence = 'old.laglens is of com.example.shop, but music.laglens of org.other.music: the apps differ.';
  const { warnings } = JSON.parse(await diff('--json', 'old.laglens', 'music.laglens'));
  assert.deepEqual(warnings, [sentence]);
  assert.ok((await diff('old.laglens', 'music.laglens')).includes(`Warning   ${sentence}\n`));
  const twice = /old\.laglens is on both sides: it is compared with itself\./;
  assert.match(await diff('old.laglens', './old.laglens', '--markdown'), /is on both sides\\: it is compared with itself/);
  assert.match(await diff('old.laglens', 'new.laglens', '--after', 'old.laglens'), twice);
  assert.doesNotMatch(await diff('old.laglens', 'new.laglens'), /Warning/);
});

test('frames stand beside each other, and none are said to be missing where no agent reports them', async () => {
  const app = scriptedApp([idle(6_000 * ms)]);
  const reports = (): FrameReports => new FrameReports(SCRIPT_START_US).inTime(1_000, 50);
  // 20 ms each. Before: 100 frames. After: 50 in time, then 20 of 60 ms, which miss two each: 70 frames while 110 were due.
  const [smooth, janky] = [reports().inTime(2_000, 50), reports().lateOnes(1_000, 20, 60)];
  await writeFile(join(folder, 'smooth.laglens'), await sessionBytes([...app, ...smooth.messages]));
  await writeFile(join(folder, 'janky.laglens'), await sessionBytes([...app, ...janky.messages]));
  const both = ['smooth.laglens', 'janky.laglens'];
  const { frames } = JSON.parse(await diff('--json', ...both));
  assert.deepEqual(frames.before, { frames: 100, late: 0, lateShare: 0, missed: 0, perSecond: 50 });
  const { perSecond, ...after } = frames.after;
  assert.deepEqual(after, { frames: 70, late: 20, lateShare: 2 / 7, missed: 40 });
  assert.equal(perSecond.toFixed(2), (70 / (110 * 0.02)).toFixed(2));
  const text = await diff(...both);
  assert.match(text, /^ +late +0\.0 % +28\.6 % +\+28\.6 %/m);
  assert.match(text, /^ +per second +50\.0 +31\.8$/m);
  assert.match(text, /^ +missed +0 +40$/m);
  const markdown = await diff(...both, '--markdown');
  assert.match(markdown, /^\| late \| 0\.0 % \| 28\.6 % \| \+28\.6 %.* \|$/m);
  assert.match(markdown, /^\| per second \| 50\.0 \| 31\.8 \| {2}\|$/m);
  assert.match(await diff('old.laglens', 'janky.laglens'), /^ +late +not reported +28\.6 %$/m);
  assert.equal(JSON.parse(await diff('--json', 'old.laglens', 'new.laglens')).frames, null);
  assert.doesNotMatch(await diff('old.laglens', 'new.laglens'), /not reported|per second/);
});

test('sets are judged together', async () => {
  const more = await changes('old.laglens', 'new.laglens', '--before', 'renumbered.laglens', '--after', 'old.laglens');
  const total = more.groups.find(({ label }) => label === 'Cart.total');
  // 40 · 200 ms before, 20 · 600 + 20 · 200 ms after, in 62 s.
  assert.ok(Math.abs((total?.changeMsPerMinute ?? 0) / (8_000 * (60 / 62)) - 1) < 0.01, JSON.stringify(total));
  assert.equal((await runCommand(['diff', 'old.laglens'], { folder })).code, 2);
});

test('names stay text', async () => {
  for (const name of [...Object.values(attacks), '\n::error::forged', '##[add-path]x']) {
    const path = `##[add-path] | ![x](https:evil) <img>.laglens`;
    await writeFile(join(folder, path), await hostileSession(name));
    const both = ['old.laglens', path];
    const [text, markdown] = [await diff(...both), await diff(...both, '--markdown')];
    for (const out of [text, markdown]) assert.deepEqual(steeringSigns(out, '\n'), []);
    assert.doesNotMatch(text, /^\s*::|##\[/m);
    assert.doesNotMatch(await marked.parse(markdown, { gfm: true }), /<(?:a|img|script|h\d)\b/);
  }
});

test('a missing file, and a folder to write to that is missing, are said in words', async () => {
  const missing = await runCommand(['diff', 'none.laglens', 'old.laglens'], { folder });
  assert.match(missing.said, /none\.laglens cannot be opened: it does not exist\.$/m);
  const unwritten = await runCommand(['diff', 'old.laglens', 'new.laglens', '--html', 'nowhere/a.html'], { folder });
  assert.match(unwritten.said, /a\.html can't be written: its folder does not exist\.$/m);
  for (const { said } of [missing, unwritten]) assert.doesNotMatch(said, /ENOENT|no such file/);
});
