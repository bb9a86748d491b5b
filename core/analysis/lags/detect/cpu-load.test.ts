import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../../tests/core/analyzed-app.ts';
import { nameOf, ScriptedPhone } from '../../../../tests/core/scripted-phone.ts';
import { busyThreads } from '../busy-threads.ts';
import { PowerWatch } from './cpu-load.ts';
import type { Lag } from './lag-detector.ts';

const second = 1_000 * ms;

/** After how many seconds a watch that is given cores used, one a second, tells of it: each window's end and length. */
function reportedWindows(cores: Iterable<number>, isBackground = false, periodUs = second): readonly (readonly [number, number])[] {
  const watch = new PowerWatch();
  const found: (readonly [number, number])[] = [];
  let at = 0;
  for (const used of cores) {
    at++;
    const windowUs = watch.take(periodUs, used, isBackground);
    if (windowUs > 0) found.push([at, windowUs / second]);
  }
  return found;
}

const seconds = (count: number, cores: number): readonly number[] => Array.from({ length: count }, () => cores);

test('a core that is busy for a minute is reported once, and again after a minute of rest and another window', () => {
  // 0.9 of a core: reported after 60 s; 60 s of rest; watched again from 121 to 180.
  assert.deepEqual(reportedWindows(seconds(200, 0.9)), [
    [60, 60],
    [180, 60],
  ]);
  // 0.79 never begins it.
  assert.deepEqual(reportedWindows(seconds(200, 0.79)), []);
});

test('the average over the window decides, and a window ends when that falls below half of the limit', () => {
  // 20 s at 1.2, then 0.7: 24 + 0.7 * 40 = 52 of 48 allowed after 60 s.
  assert.deepEqual(reportedWindows([...seconds(20, 1.2), ...seconds(60, 0.7)]), [[60, 60]]);
  // 20 s at 0.9, then 0.7: 18 + 28 = 46 of 48; with each second more 0.7 of 0.8, so it never is.
  assert.deepEqual(reportedWindows([...seconds(20, 0.9), ...seconds(200, 0.7)]), []);
  // 5 s at 0.9 = 4.5, then nothing: 0.4 * 12 = 4.8 > 4.5 ends it after 12 s; it begins again with the next 0.9, at 21: reported at 80.
  assert.deepEqual(reportedWindows([...seconds(5, 0.9), ...seconds(15, 0), ...seconds(60, 0.9)]), [[80, 60]]);
  // With 10 s at 0: 4.5 of 0.4 * 15 = 6 needed. With 5 s: 4.5 of 4: it goes on, and 4.5 + 0.9 * 50 = 49.5 of 48 after 60 s.
  assert.deepEqual(reportedWindows([...seconds(5, 0.9), ...seconds(5, 0), ...seconds(50, 0.9)]), [[60, 60]]);
});

test('periods of more than five seconds say nothing, nor does an app in the background that does next to nothing', () => {
  assert.deepEqual(reportedWindows(seconds(100, 0.9), false, 5.1 * second), []);
  // 30 s at 0.9 make 27. In the background at rest the first four seconds count; the average of five is known then, and the rest of
  // 25 s is left out. At 0.9 again 26 more are needed: 27 + 0.9 * 26 = 50.4 of 48 after 30 + 4 + 26 = 60 s.
  const watch = new PowerWatch();
  const take = (count: number, cores: number, isBackground: boolean): number => {
    let windowUs = 0;
    for (let index = 0; index < count; index++) windowUs = Math.max(windowUs, watch.take(second, cores, isBackground));
    return windowUs;
  };
  assert.equal(take(30, 0.9, false), 0);
  assert.equal(take(25, 0, true), 0);
  assert.equal(take(25, 0.9, false), 0);
  assert.equal(take(1, 0.9, false), 60 * second);
});

function lagsOf({ messages }: ScriptedPhone): readonly Lag[] {
  const live = new AnalyzedApp().take(...messages).detector.lags;
  assert.deepEqual(new AnalyzedApp().replay(messages).detector.lags, live);
  return live;
}

test('a minute of a busy core is one line: battery, with the threads that used it', () => {
  // `db` takes 0.9 of a core for 61 s, main nothing.
  const phone = new ScriptedPhone()
    .idle(1 * second)
    .counters()
    .other(['Debug 500', 'Cart 8'], undefined);
  for (let index = 0; index < 61; index++)
    phone
      .idle(1 * second)
      .otherAgain(0.9 * second)
      .counters({ cpuUs: 0.9 * second });
  const [lag, ...more] = lagsOf(phone);
  assert.equal(more.length, 0);
  assert.deepEqual([lag?.kind, lag?.band, lag?.phone?.dump, lag?.thread], ['power', 'load', 2011, 1]);
  assert.deepEqual([lag?.beginUs, lag?.endUs], [1 * second, 61 * second]);
  assert.ok(Math.abs((lag?.phone?.cpuCores ?? 0) - 0.9) < 1e-9);
  const { model } = new AnalyzedApp().replay([...phone.messages, nameOf('Cart 8', 'indexAll', 'Index.swift', 3)]);
  const [run] = model.runs;
  assert.ok(run && lag);
  const busy = busyThreads(model, run, lag.beginUs, lag.endUs);
  assert.deepEqual(
    busy.map(({ thread, share }) => [thread.name, Math.round(share * 10)]),
    [['db', 9]],
  );
});

test('most of all cores at once is reported while it lasts', () => {
  // 4.8 of 6 cores is the limit. Three seconds at 5, then calm.
  const phone = new ScriptedPhone().idle(1 * second).counters();
  for (const cores of [4.8, 5, 5, 5]) phone.idle(1 * second).counters({ cpuUs: cores * second });
  const [open] = lagsOf(phone);
  assert.deepEqual([open?.kind, open?.open, open?.phone?.dump, open?.beginUs, open?.endUs], ['cpu', true, 2003, 2 * second, 5 * second]);
  const [closed, ...more] = lagsOf(phone.idle(1 * second).counters({ cpuUs: second }));
  assert.equal(more.length, 0);
  assert.deepEqual([closed?.id, closed?.open, closed?.endUs], [open?.id, false, 5 * second]);
});
