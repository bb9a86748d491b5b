import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { causeOf } from '../../../../core/analysis/causes/rules.ts';
import { AppMethods } from '../../../../core/analysis/frames/app-methods.ts';
import { lagGroups } from '../../../../core/analysis/lags/groups/lag-groups.ts';
import { causeText } from '../../../../core/analysis/report/cause-text.ts';
import { readPerfetto } from '../../core/perfetto/read.ts';
import { imported, lagsOf } from './import-profile.ts';
import type { Fields } from './made-trace.ts';
import { bundle, compactBundle, phone, phoneTrace, printed, ready, sleeps, switched, woken } from './phone-trace.ts';
import { statesOf } from './scheduled-states.ts';

const folder = new URL('../../../../tests/fixtures/missing-switches/', import.meta.url);

/** Frames of 100 ms and more by the program's own clock. */
async function plantedLags(): Promise<readonly { readonly beginMs: number; readonly lengthMs: number }[]> {
  const lines = (await readFile(new URL('missing-switches.truth', folder), 'utf8')).trim().split('\n');
  return lines
    .map((line) => line.split(' ').slice(-2).map(Number))
    .map(([beginMs = Number.NaN, lengthMs = Number.NaN]) => ({ beginMs, lengthMs }))
    .filter(({ lengthMs }) => lengthMs >= 100);
}

suite('a trace that lacks the scheduler’s switches', () => {
  test('of a real kernel has its program’s lags by the program’s own clock, none without a core', async () => {
    const planted = await plantedLags();
    assert.deepEqual([planted.filter(({ lengthMs }) => lengthMs < 200).length, planted.length], [11, 21]);
    const { model, report } = await imported(readPerfetto, await readFile(new URL('missing-switches.pftrace', folder)), 65_536);
    const lags = lagsOf(model);
    assert.equal(lags.length, planted.length);
    const [first, start] = [lags[0]?.beginUs ?? 0, planted[0]?.beginMs ?? 0];
    for (const [index, { beginUs, endUs, readyUs }] of lags.entries()) {
      const lastsUs = endUs - beginUs;
      const { beginMs, lengthMs } = planted[index] ?? assert.fail();
      assert.ok(Math.abs((beginUs - first) / 1_000 - (beginMs - start)) < 1, `lag ${index} begins at ${beginUs}`);
      assert.ok(Math.abs(lastsUs / 1_000 - lengthMs) < 1, `lag ${index} lasts ${lastsUs}`);
      // The kernel took its time on a real core, too.
      assert.ok(readyUs < 0.01 * lastsUs, `${readyUs} us without a core`);
    }
    for (const lag of lags) assert.doesNotMatch(causeText(causeOf(model, lag, new AppMethods(model, () => true))), /no core|other process/);
    // The program's own sections of its work and of its sleep, not the platform's frames around them.
    const named = new Map<string, number>();
    for (const { culprit } of lags) named.set(culprit?.method ?? '', (named.get(culprit?.method ?? '') ?? 0) + 1);
    assert.deepEqual([...named].sort(), [
      ['RecyclerView.layoutRows', 11],
      ['readPreferences', 10],
    ]);
    assert.deepEqual(
      lagGroups(lags)
        .map((group) => group.lags.length)
        .sort(),
      [10, 11],
    );
    assert.match(report.text, /lacks switches of the scheduler: other events contradict \d+ states of the app’s threads/);
    assert.equal(model.runs[0]?.process?.app, 'app');
  });

  test('a thread that prints ran: its state before is unknown, and so is the other’s on that core', async () => {
    const events = [
      switched(0, 0, ready, phone.app),
      switched(20, phone.app, sleeps, 0),
      woken(50, 0, phone.app),
      printed(60, phone.app, 'B|1000|layout'),
      printed(200, phone.app, 'E|1000'),
      switched(210, phone.app, sleeps, phone.worker),
      printed(230, phone.app, 'B|1000|draw'),
      printed(240, phone.app, 'E|1000'),
    ];
    const { model, report } = await imported(readPerfetto, phoneTrace([bundle(0, events)]));
    const known = (tid: number): readonly string[] => statesOf(model, tid).filter((row) => !/sleeping|native/.test(row));
    assert.deepEqual(known(phone.app), ['0-20 running', '20-50 sleeps']);
    assert.deepEqual(known(phone.worker), []);
    assert.match(report.text, /other events contradict 2 states of the app’s threads/);
  });

  test('switches in columns are compared with the other events of their bundle in order of time', async () => {
    const both = compactBundle(
      0,
      [
        [0, ready, phone.app],
        [20, sleeps, 0],
        [60, ready, phone.app],
        [90, sleeps, 0],
      ],
      [[50, phone.app]],
      {
        2: [
          printed(5, phone.app, 'B|1000|layout'),
          printed(10, phone.app, 'E|1000'),
          printed(70, phone.app, 'B|1000|draw'),
          printed(80, phone.app, 'E|1000'),
        ],
      },
    );
    const { model, report } = await imported(readPerfetto, phoneTrace([both]));
    assert.deepEqual(statesOf(model, phone.app), [
      ...['0-5 running', '5-10 running', '10-20 running', '20-50 sleeps', '50-60 ready'],
      ...['60-70 running', '70-80 running', '80-90 running'],
    ]);
    assert.doesNotMatch(report.text, /lacks switches/);
  });

  test('where switches are missing, a thread that is woken twice had run in between', async () => {
    const events = [
      woken(10, 0, phone.app),
      woken(40, 0, phone.app),
      switched(50, 0, ready, phone.app),
      switched(60, phone.app, sleeps, 0),
      woken(70, 0, phone.app),
      switched(80, phone.app, sleeps, 0),
    ];
    // Session time 0 is the second waking.
    const { model } = await imported(readPerfetto, phoneTrace([bundle(0, events)]));
    assert.deepEqual(
      statesOf(model, phone.app).filter((row) => !row.endsWith('sleeping')),
      ['0-10 ready', '10-20 running', '20-30 sleeps'],
    );
  });
});

suite('names of processes that began as others', () => {
  const tree = (name: string): Fields => ({ 10: 2, 2: { 1: { 1: phone.made, 2: 300, 3: name } } });
  const appOf = async (...packets: readonly Fields[]): Promise<string | undefined> => {
    const { model } = await imported(readPerfetto, phoneTrace(packets));
    return model.runs[0]?.process?.app;
  };
  const renamed = { 10: 1, 1: { 1: 0, 2: [{ 1: 5_001_000_000, 2: phone.made, 236: { 1: phone.made, 3: 'ple.second.shop' } }] } };
  const work = bundle(
    0,
    [...'ab'].flatMap((name, at) => [
      printed(300 + at, phone.made, `B|${phone.made}|${name}`),
      printed(300.5 + at, phone.made, `E|${phone.made}`),
    ]),
  );

  test('are replaced by later ones: of the kernel, and of the installed application that ends so', async () => {
    for (const first of ['/bin/bash', 'zygote64', '<pre-initialized>']) {
      assert.equal(await appOf(tree(first), renamed, work), 'ple.second.shop');
      const packages = {
        10: 3,
        47: {
          1: [
            { 1: 'com.example.second.shop', 2: 10_100 },
            { 1: 'com.example.shop', 2: 10_101 },
          ],
        },
      };
      assert.equal(await appOf(tree(first), renamed, packages, work), 'com.example.second.shop');
    }
  });

  test('stay where a thread of an application renames itself', async () => {
    assert.equal(await appOf(tree('com.example.second'), renamed, work), 'com.example.second');
  });
});
