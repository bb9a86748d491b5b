import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isNoise } from '../../../core/analysis/chance/interval.ts';
import { OpenFiles } from '../../../extension/page/open-files.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { sessionBytes } from '../../../tests/core/memory-session.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { runCommand } from '../../../tests/host/run-command.ts';
import type { FilesDiff } from './diff-files.ts';
import { DiffThread } from './diff-thread.ts';

const thresholdUs = 100 * ms;
const appClasses = { packages: [], prefixes: [] };

/** Lags of a function, one a second. */
function recording(count: number, lengthMs: number, frame: string): Promise<Uint8Array> {
  const deeds = Array.from({ length: count }, () => [
    idle((1_000 - lengthMs) * ms),
    message(lengthMs * ms, `com.example.shop.${frame}`),
  ]).flat();
  return sessionBytes(scriptedApp([...deeds, idle(1_000 * ms)]));
}

/** In milliseconds, as the command line rounds them. */
function figures({ diff }: FilesDiff): unknown {
  const rounded = (us: number): number => Math.round(us) / 1_000;
  const changed = ({ beforeUs, nowUs, interval }: FilesDiff['diff']['total']) => ({
    beforeMsPerMinute: rounded(beforeUs),
    afterMsPerMinute: rounded(nowUs),
    changeMsPerMinute: rounded(nowUs - beforeUs),
    interval: interval === undefined ? null : [rounded(interval.low), rounded(interval.high)],
    withinNoise: isNoise(interval),
  });
  return {
    total: changed(diff.total),
    groups: diff.groups.map((group) => ({ key: group.key, change: group.change, label: group.label, ...changed(group) })),
    functions: diff.functions.map((each) => ({ key: each.key, label: each.label, ...changed(each) })),
  };
}

interface Listed extends Readonly<Record<string, unknown>> {
  readonly key: string;
}

test('sets are compared in a thread with the figures of the command line, also swapped', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens diff files '));
  t.after(() => rm(folder, { recursive: true }));
  const files = {
    'old-1': await recording(12, 200, 'Cart.total:12'),
    'old-2': await recording(9, 320, 'Feed.show$lambda$1:7'),
    'new-1': await recording(12, 600, 'Cart.total:19'),
    'new-2': await recording(7, 310, 'Feed.show$lambda$8:70'),
  };
  const path = (name: string): string => join(folder, `${name}.laglens`);
  for (const [name, bytes] of Object.entries(files)) await writeFile(path(name), bytes);
  const thread = new DiffThread(new OpenFiles());
  t.after(() => thread.close());
  for (const name of Object.keys(files)) await thread.read({ path: path(name), name, thresholdUs, appClasses });
  const sides = [
    [path('old-1'), path('old-2')],
    [path('new-1'), path('new-2')],
  ] as const;
  for (const [before, now] of [sides, [sides[1], sides[0]]] as const) {
    const { out } = await runCommand(['diff', before[0], now[0], '--before', before[1], '--after', now[1], '--json'], { folder });
    const { total, groups, functions }: { total: unknown; groups: Listed[]; functions: Listed[] } = JSON.parse(out);
    const onlyFigures = ({ file, line, before: was, after: is, ...rest }: Listed): unknown => rest;
    const expected = { total, groups: groups.map(onlyFigures), functions: functions.map(onlyFigures) };
    assert.deepEqual(figures(await thread.diff({ before, now, thresholdUs })), expected);
  }
});

test('main’s stacks of both sides are drawn with their times, and the app’s frames have lines, also those that never lagged', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens diff stacks '));
  t.after(() => rm(folder, { recursive: true }));
  const file = async (name: string, deeds: Parameters<typeof scriptedApp>[0]): Promise<string> => {
    const path = join(folder, `${name}.laglens`);
    await writeFile(path, await sessionBytes(scriptedApp(deeds)));
    await thread.read({ path, name, thresholdUs, appClasses });
    return path;
  };
  const thread = new DiffThread(new OpenFiles());
  t.after(() => thread.close());
  const quick = message(60 * ms, 'com.example.shop.Menu.open:5');
  const work = (lengthMs: number, line: number) => message(lengthMs * ms, `com.example.shop.Cart.total:${line}`);
  const rest = (lengthMs: number) => idle((10_000 - lengthMs) * ms);
  const before = await file('before', [rest(260), work(200, 12), quick, idle(1_000 * ms)]);
  const now = await file('now', [rest(660), work(600, 19), quick, idle(1_000 * ms)]);
  const { stacks } = await thread.diff({ before: [before], now: [now], thresholdUs });
  const box = (end: string) => stacks?.boxes.find(({ name }) => name.endsWith(end));
  // In 11 s each, whose last sample is some ms before the end: 200 and 600 ms of each minute's 60 / 11.
  for (const [us, sumMs] of [
    [box('Cart.total')?.beforeUs, 200],
    [box('Cart.total')?.nowUs, 600],
    [box('Menu.open')?.nowUs, 60],
  ] as const)
    assert.ok(Math.abs((us ?? 0) / ((sumMs * ms * 60) / 11) - 1) < 0.02, `${us} of ${sumMs} ms`);
  assert.ok(Math.abs((box('Cart.total')?.width ?? 0) - 800 / 920) < 1e-6);
  const functions = stacks?.functions.map(({ key, place }) => `${key} ${place?.path}:${place?.line}`);
  assert.deepEqual(functions?.toSorted(), ['com.example.shop.Cart.total Cart.java:19', 'com.example.shop.Menu.open Menu.java:5']);
  assert.equal((await thread.diff({ before: [], now: [], thresholdUs })).stacks, undefined);
});

test('a file that is no session is named by the reason', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens diff files '));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'foreign.laglens');
  await writeFile(path, 'PK no session');
  const thread = new DiffThread(new OpenFiles());
  t.after(() => thread.close());
  await assert.rejects(thread.read({ path, name: 'foreign', thresholdUs, appClasses }), { code: 'session-unreadable' });
});
