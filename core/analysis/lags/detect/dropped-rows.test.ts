import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ms } from '../../../../tests/core/analyzed-app.ts';
import { sampleStream, seededRandom } from '../../../../tests/core/sample-stream.ts';
import { type Deed, scriptedApp } from '../../../../tests/core/scripted-app.ts';
import { ScriptedPhone } from '../../../../tests/core/scripted-phone.ts';
import { SessionModel } from '../../../session/model/model.ts';
import type { Message } from '../../../wire/schema.ts';
import { threadStates } from '../../threads/thread-tracks.ts';
import { type Lag, LagDetector } from './lag-detector.ts';
import { TRACKING_MODE } from './late-frames.ts';

const options = { thresholdUs: 100 * ms, isAppClass: () => true };
/** Main rests at least this long before each act: nothing that is judged reaches over a rest. */
const REST_US = 400 * ms;

/** Of random scripts. */
const ROUNDS = process.env.LAGLENS_TESTS === 'all' ? 40 : 16;
const LEAST = { drops: 2 * ROUNDS, lags: 25 * ROUNDS };

interface Script {
  readonly messages: readonly Message[];
  /** Session times at which main rests. */
  readonly restsUs: readonly number[];
}

function androidScript(random: () => number): Script {
  const below = (limit: number): number => Math.floor(random() * limit);
  const deeds: Deed[] = [];
  const restsUs: number[] = [];
  const kinds = ['message', 'message', 'message', 'input', 'idleHandler', 'native', 'queue', 'idle'] as const;
  let atUs = 0;
  const play = (deed: Deed): void => {
    deeds.push(deed);
    atUs += deed.us;
  };
  for (let act = 0; act < 120; act++) {
    restsUs.push(atUs + REST_US / 2);
    play({ kind: 'idle', us: REST_US + below(300 * ms) });
    for (let deed = below(9); deed > 0; deed--) {
      const kind = kinds[below(kinds.length)] ?? 'message';
      const us = kind === 'queue' ? 50 + below(900) : kind === 'idle' ? below(12 * ms) : 50 + Math.floor(random() ** 4 * 400 * ms);
      play({ kind, us, stack: [`com.example.Shop.show:${below(40)}`, `com.example.Cart.add:${below(9)}`], busy: random() });
    }
  }
  return { messages: scriptedApp(deeds, { hook: random() < 0.7 }), restsUs };
}

function appleScript(random: () => number): Script {
  const below = (limit: number): number => Math.floor(random() * limit);
  const phone = new ScriptedPhone().phase('started', below(900 * ms)).prepare(500 * ms, ['Debug 1']);
  const restsUs: number[] = [];
  for (let act = 0; act < 150; act++) {
    // A turn in another mode than that of scrolling ends a scroll.
    phone.idle(REST_US).turn(1 * ms, ['Debug 1'], { mode: 'x' });
    restsUs.push(phone.elapsedUs + REST_US / 2);
    phone.idle(REST_US + below(2_000 * ms)).counters({ cpuUs: below(9_000 * ms), threads: below(90) });
    for (let deed = below(7); deed > 0; deed--) {
      const us = 50 + Math.floor(random() ** 3 * 300 * ms);
      const kind = below(10);
      if (kind < 5) phone.turn(us, ['Debug 1', `Cart ${below(5)}`], { mode: random() < 0.6 ? TRACKING_MODE : 'x', busy: random() });
      else if (kind < 7) phone.idle(below(30 * ms));
      else if (kind < 9) phone.lateFrame(below(200 * ms));
      else phone.waited(below(us), 'read', '/f', { owner: below(3) });
    }
    if (random() < 0.02) phone.phase(random() < 0.5 ? 'background' : 'active');
  }
  return { messages: phone.messages, restsUs };
}

function judgedOnce(model: SessionModel): readonly Lag[] {
  const judge = new LagDetector(model, options);
  judge.update();
  return judge.lags;
}

/**
 * Follows a stream with a model that drops rows at random times and one that keeps all, judged at random times; says at each drop what a
 * judge that followed and one that begins then find.
 */
function compared(
  script: Script,
  random: () => number,
  factsOf: (lag: Lag) => readonly unknown[],
): { readonly drops: number; readonly lags: number } {
  const some = new SessionModel({ rows: 100 + Math.floor(random() * 600) });
  const all = new SessionModel();
  const [live, whole] = [new LagDetector(some, options), new LagDetector(all, options)];
  // Seldom: rows go before they are judged.
  const often = random() < 0.7 ? 0.03 : 0.003;
  let [drops, lags] = [0, 0];
  for (const message of script.messages) {
    some.apply(message);
    all.apply(message);
    if (random() > often) continue;
    live.update();
    whole.update();
    if (drops === some.drops) continue;
    drops = some.drops;
    const restUs = script.restsUs.find((us) => us > some.keptBeginUs) ?? Number.POSITIVE_INFINITY;
    const behind = (found: readonly Lag[]): readonly Lag[] => found.filter(({ beginUs }) => beginUs > restUs);
    assert.deepEqual(behind(live.lags), behind(whole.lags));
    assert.deepEqual(behind(live.lags).flatMap(factsOf), behind(judgedOnce(some)).flatMap(factsOf));
    for (const { beginUs } of live.lags) assert.ok(beginUs > some.keptBeginUs);
    lags += behind(live.lags).length;
  }
  return { drops, lags };
}

test('lags behind dropped rows are the same for a judge that followed an Android app, one that begins then, and one that kept all rows', () => {
  const random = seededRandom(5);
  let [drops, lags] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const found = compared(androidScript(random), random, (lag) => [lag]);
    drops += found.drops;
    lags += found.lags;
  }
  assert.ok(drops > LEAST.drops && lags > LEAST.lags, `${drops} drops, ${lags} lags`);
});

/**
 * Loads depend on all counters before. How a lag's time was spent, and by whom, is worked out two seconds after its end: the rest behind it
 * may then be one row of samples that still grows.
 */
function brief({ id, kind, band, endUs, open, cut, thread, phone }: Lag): readonly unknown[] {
  return band === 'load' ? [] : [[id, kind, band, endUs, open, cut, thread, phone]];
}

test('the same of an app of iOS, but for its loads, which depend on all counters before', () => {
  const random = seededRandom(6);
  let [drops, lags] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const found = compared(appleScript(random), random, brief);
    drops += found.drops;
    lags += found.lags;
  }
  assert.ok(drops > LEAST.drops && lags > LEAST.lags, `${drops} drops, ${lags} lags`);
});

/** Counts each number that is read of a thread's columns. */
function countedReads({ threads }: SessionModel): { reads: number } {
  const count = { reads: 0 };
  const counting = (target: object): object =>
    new Proxy(target, {
      get(of, key) {
        const value: unknown = Reflect.get(of, key, of);
        if (ArrayBuffer.isView(of)) count.reads++;
        // Samples are read by calls.
        if (typeof value === 'function') {
          return (...values: readonly unknown[]): unknown => {
            count.reads++;
            return Reflect.apply(value, of, values);
          };
        }
        return ArrayBuffer.isView(value) ? counting(value) : value;
      },
    });
  for (const thread of threads) {
    for (const name of ['samples', 'messages', 'waits'] as const) {
      const columns = counting(thread[name]);
      Object.defineProperty(thread, name, { get: () => columns });
    }
  }
  return count;
}

/** Reads of the update behind the third drop, and of a judge that begins then. */
function readsBehindDrop(rows: number): { readonly live: number; readonly fresh: number; readonly left: number } {
  const model = new SessionModel({ rows });
  const judge = new LagDetector(model, options);
  const stream = sampleStream({ seed: 3, samples: rows * 3, threads: 2, depth: 12, methods: 40, nodes: 400 });
  let at = 0;
  for (const message of stream) {
    model.apply(message);
    if (model.drops === 3) break;
    if (++at % 50 === 0) judge.update();
  }
  const count = countedReads(model);
  judge.update();
  const live = count.reads;
  judgedOnce(model);
  return { live, fresh: count.reads - live, left: model.rows };
}

test('what a judge that follows looks at when rows went does not depend on the rows that are left', () => {
  const [few, many] = [readsBehindDrop(5_000), readsBehindDrop(80_000)];
  assert.ok(many.left > 60_000 && many.fresh > many.left, `${many.fresh} reads of ${many.left} rows`);
  assert.ok(few.live < 20_000 && many.live < 20_000, `${few.live} and ${many.live} reads, ${many.fresh} by one that begins`);
});

/** Activity of main after a time, in 200 parts. */
function sharesOf(model: SessionModel, beginUs: number): readonly number[] {
  const [main] = model.threads;
  assert.ok(main);
  return [...threadStates(model, main).shares(beginUs, model.nowUs, 200)].map((share) => Math.round(share * 1e3) / 1e3);
}

test('states of threads behind dropped rows are those of a model that keeps all, also with calls that are reported late', () => {
  const random = seededRandom(9);
  let drops = 0;
  for (let round = 0; round < 20; round++) {
    const { messages } = round % 2 === 0 ? androidScript(random) : appleScript(random);
    const [some, all] = [new SessionModel({ rows: 100 + Math.floor(random() * 400) }), new SessionModel()];
    let dropped = 0;
    for (const message of messages) {
      some.apply(message);
      all.apply(message);
      const [main] = some.threads;
      if (main === undefined || main.samples.length < 50) continue;
      if (some.drops === dropped && random() > 0.02) continue;
      dropped = some.drops;
      assert.deepEqual(sharesOf(some, some.keptBeginUs), sharesOf(all, some.keptBeginUs));
    }
    drops += dropped;
  }
  assert.ok(drops > 30, `${drops} drops`);
});

test('states of threads are not worked out again when rows went', () => {
  const model = new SessionModel({ rows: 40_000 });
  let at = 0;
  for (const message of sampleStream({ seed: 3, samples: 120_000, threads: 2, depth: 12, methods: 40, nodes: 400 })) {
    model.apply(message);
    if (model.drops === 3) break;
    if (++at % 200 === 0) for (const thread of model.threads) threadStates(model, thread);
  }
  const count = countedReads(model);
  for (const thread of model.threads) threadStates(model, thread);
  assert.ok(model.rows > 30_000 && count.reads < 20_000, `${count.reads} reads of ${model.rows} rows`);
});
