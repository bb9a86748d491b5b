import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ms } from '../../../tests/core/analyzed-app.ts';
import { causesOf } from '../../../tests/core/causes.ts';
import { around, at } from '../../../tests/core/one-lag.ts';
import { seededRandom } from '../../../tests/core/sample-stream.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import type { Message } from '../../wire/schema.ts';
import type { CauseTextKey } from './facts/cause-texts.ts';

/** A made lag of one stack, in which everything is known. */
interface Truth {
  readonly lengthUs: number;
  readonly busyUs: number;
  /** Counted by the system; undefined where it does not count. */
  readonly readyUs: number | undefined;
  /** CPU of the app's other threads in the lag, as sampled; and of the process in cores, as counted. */
  readonly othersUs: number;
  readonly cores: number | undefined;
  readonly state: number;
  readonly inFile: boolean;
  readonly inSync: boolean;
}

/** The counted facts that carry a claim. A claim that is not listed says only lengths, which are checked for all. */
const carriedBy: Partial<Readonly<Record<CauseTextKey, (truth: Truth) => boolean>>> = {
  causeNoCore: ({ readyUs }) => (readyUs ?? 0) > 0,
  causeRanOthers: ({ cores, busyUs, lengthUs, othersUs }) =>
    cores !== undefined && cores - busyUs / lengthUs < 0.21 && othersUs < 0.21 * lengthUs,
  causeRanSampled: ({ cores, othersUs, lengthUs }) => cores === undefined && othersUs < 0.21 * lengthUs,
  causeRanTogether: ({ othersUs }) => othersUs > 0,
  causeRanApp: ({ cores, busyUs, lengthUs }) => cores !== undefined && cores * lengthUs > busyUs,
  causeUnknownPerhaps: ({ readyUs }) => readyUs === undefined,
  causeUnknownPages: ({ readyUs }) => readyUs !== undefined,
  causeDiskBy: ({ state, inSync }) => state === threadState.disk || inSync,
  causeFileBy: ({ inFile }) => inFile,
  causeFilesBy: ({ inFile, inSync }) => inFile || inSync,
  causeSleepIn: ({ state }) => state === threadState.sleeping,
  causeSomeLock: ({ state }) => state === threadState.monitor,
  causeBusyOne: ({ busyUs }) => busyUs > 0,
};

const places = [[], ['java.io.FileInputStream.readBytes:-2'], ['java.io.FileDescriptor.sync0:-2']];
const states = [threadState.running, threadState.native, threadState.sleeping, threadState.monitor, threadState.disk];

function made(random: () => number): { readonly truth: Truth; readonly messages: readonly Message[] } {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] ?? assert.fail();
  const lengthUs = (15 + Math.floor(random() * 60)) * 10 * ms;
  const busy = one([0, 0.1, 0.4, 0.9]);
  const state = one(states);
  const place = one(places);
  const stack = ['com.example.Feed.show:10', ...place];
  const readyUs = random() < 0.3 ? undefined : Math.round(one([0.01, 0.3, 0.9]) * (1 - busy) * lengthUs);
  const others = Array.from({ length: Math.floor(random() * 20) }, () => one([0, 0.02, 0.08]));
  const cores = random() < 0.4 ? undefined : busy + others.reduce((sum, part) => sum + part, 0) + one([0, 0, 0.9]);
  const beginUs = at(100);
  const messages: Message[] = [...scriptedApp(around({ us: lengthUs, stack, busy, state }))];
  if (readyUs !== undefined) messages.push({ type: 'ready', thread: 1, beginUs, atUs: beginUs + lengthUs, readyUs });
  for (const [index, part] of others.entries()) messages.push(...otherThread(index + 2, part));
  if (cores !== undefined) messages.push(...counters(cores));
  const othersUs = others.reduce((sum, part) => sum + part * lengthUs, 0);
  return {
    truth: { lengthUs, busyUs: busy * lengthUs, readyUs, othersUs, cores, state, inFile: place === places[1], inSync: place === places[2] },
    messages,
  };
}

/** Samples each 100 ms. */
function otherThread(thread: number, part: number): readonly Message[] {
  return [
    { type: 'thread', thread, tid: thread, name: `worker-${thread}`, group: 'main', flags: 0, atUs: SCRIPT_START_US },
    ...Array.from({ length: 14 }, (_, index): Message => {
      return { type: 'sample', thread, atUs: at(index * 100), node: 0, state: 0, cpuUs: index === 0 ? 0 : Math.round(part * 100 * ms) };
    }),
  ];
}

function counters(cores: number): readonly Message[] {
  const unknown = { footprintBytes: undefined, thermal: undefined, allocations: undefined, allocatedBytes: undefined };
  return Array.from({ length: 14 }, (_, index): Message => {
    return { type: 'counters', atUs: at(index * 100), cpuUs: Math.round(cores * 100 * ms), cores: 2, threads: 9, ...unknown };
  });
}

test('no sentence of a cause contradicts what was counted, over random lags', () => {
  const random = seededRandom(20_261_128);
  const said = new Set<CauseTextKey>();
  for (let round = 0; round < 1_500; round++) {
    const { truth, messages } = made(random);
    for (const { cause, text } of causesOf(messages)) {
      const facts = `${text} ${JSON.stringify(truth)}`;
      assert.ok(cause.explainedUs <= truth.lengthUs + 10 * ms, facts);
      for (const [key, ...values] of cause.sentences) {
        said.add(key);
        assert.ok(carriedBy[key]?.(truth) !== false, `${key}: ${facts}`);
        for (const value of values)
          if (value.kind === 'duration' && key !== 'causeRanTogether') assert.ok(value.us <= truth.lengthUs + 10 * ms, facts);
      }
    }
  }
  const never = Object.keys(carriedBy).filter((key) => ![...said].some((each) => each === key));
  assert.deepEqual(never, [], 'claims that no round made');
});
