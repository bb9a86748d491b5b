import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PprofEncoder } from '../../core/pprof/pprof-encoder.ts';
import { assertCovered, judged } from './covered-time.ts';
import { traceOf } from './made-trace.ts';

/** 30 samples each 10 ms from 1 s on, a pause of a minute, 30 samples again; the file lasts another minute, by another fact. */
const INTERVAL_MS = 10;
const times = [1_000, 61_300].flatMap((fromMs) => Array.from({ length: 30 }, (_, index) => fromMs + index * INTERVAL_MS));
const END_MS = 122_000;

const us = times.map((ms) => ms * 1e3);
const deltas = us.map((at, index) => at - (us[index - 1] ?? 0));
const nodes = [
  { id: 1, callFrame: { functionName: '(root)' }, children: [2] },
  { id: 2, callFrame: { functionName: 'open' } },
];
const meta = { interval: INTERVAL_MS, stackwalk: 1, startTime: 0, version: 24 };
const main = { name: 'GeckoMain', tid: 7, pid: 7 };
const other = { ph: 'X', name: 'RunTask', ts: 0, dur: END_MS * 1e3, pid: 1, tid: 9 };

function pprof(): Uint8Array {
  const cpu = { type: 'wall', unit: 'nanoseconds' };
  const period = { ...cpu, value: INTERVAL_MS * 1e6 };
  const profile = new PprofEncoder({
    sampleTypes: [cpu],
    defaultSampleType: '',
    timeNanos: 0n,
    durationNanos: END_MS * 1e6,
    period,
    comments: [],
  });
  const stack = [profile.location('open', '', 0)];
  for (const ms of times) {
    profile.sample(stack, [INTERVAL_MS * 1e6], { 'thread name': 'main', end_timestamp_ns: (ms + INTERVAL_MS) * 1e6 });
  }
  return profile.finish();
}

/** Chromium's streaming profile in microseconds from its thread's reference on, and a track event at the end. */
function perfetto(): Uint8Array {
  const names = { 5: { 1: 1, 2: 'open' }, 6: { 1: 8, 2: 1 }, 7: { 1: 9, 2: 8 } };
  return traceOf([
    { 10: 7, 13: 1, 44: { 1: 30, 2: 30, 5: 'main', 6: 0 } },
    { 10: 7, 13: 2, 12: names },
    { 10: 7, 13: 2, 54: { 1: us.map(() => 9), 2: deltas } },
    { 10: 5, 60: { 1: 73, 5: 72, 2: 'request' } },
    { 10: 6, 8: END_MS * 1e6, 58: 3, 11: { 9: 3, 11: 73, 23: 'tick' } },
  ]);
}

/** Files of the formats that have samples with times: by name, the file. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  cpuprofile: JSON.stringify({ nodes, startTime: 0, endTime: END_MS * 1e3, samples: us.map(() => 2), timeDeltas: deltas }),
  'V8’s samples in Chrome’s trace': JSON.stringify([
    { ph: 'M', name: 'thread_name', pid: 1, tid: 2, args: { name: 'CrRendererMain' } },
    other,
    { ph: 'P', name: 'Profile', id: '0x7', ts: 0, pid: 1, tid: 2, args: { data: { startTime: 0 } } },
    {
      ph: 'P',
      name: 'ProfileChunk',
      id: '0x7',
      ts: 1,
      pid: 1,
      tid: 2,
      args: {
        data: { cpuProfile: { nodes: [{ id: 1, callFrame: { functionName: 'open' } }], samples: us.map(() => 1) }, timeDeltas: deltas },
      },
    },
  ]),
  'Hermes’ samples': JSON.stringify({
    traceEvents: [{ ph: 'M', name: 'thread_name', pid: 1, tid: 2, args: { name: 'main' } }, other],
    samples: us.map((ts) => ({ ts: `${ts}`, pid: 1, tid: '2', sf: 1 })),
    stackFrames: { 1: { name: 'open' } },
  }),
  'the Firefox Profiler': JSON.stringify({
    meta: { ...meta, preprocessedProfileVersion: 55 },
    libs: [],
    threads: [
      {
        ...main,
        isMainThread: true,
        samples: { stack: times.map(() => 0), time: times },
        markers: { data: [{ type: 'Text', name: 'Buy' }], name: [0], startTime: [END_MS], endTime: [null], phase: [0] },
        stringArray: ['open'],
        stackTable: { prefix: [null], frame: [0] },
        frameTable: { func: [0] },
        funcTable: { name: [0] },
      },
    ],
  }),
  'raw profiles of Firefox': JSON.stringify({
    meta,
    libs: [],
    threads: [
      {
        ...main,
        samples: { schema: { stack: 0, time: 1 }, data: times.map((time) => [0, time]) },
        stackTable: { schema: { prefix: 0, frame: 1 }, data: [[null, 0]] },
        frameTable: { schema: { location: 0 }, data: [[0]] },
        markers: {
          schema: { name: 0, startTime: 1, endTime: 2, phase: 3, data: 4 },
          data: [[0, END_MS, null, 0, { type: 'Text', name: 'Buy' }]],
        },
        stringTable: ['open'],
      },
    ],
    processes: [],
  }),
  'Sentry’s profiles': JSON.stringify({
    version: '1',
    platform: 'android',
    profile: {
      samples: times.map((ms) => ({ elapsed_since_start_ns: ms * 1e6, stack_id: 0, thread_id: 7 })),
      stacks: [[0]],
      frames: [{ function: 'open' }],
      thread_metadata: { 7: { name: 'main' } },
    },
  }),
  'Perfetto’s traces': perfetto(),
  pprof: pprof(),
};

for (const [name, file] of Object.entries(files)) {
  test(`${name}: samples last at most two intervals beyond a pause of the sampler, and the last one no longer`, async () => {
    const of = await judged(typeof file === 'string' ? new TextEncoder().encode(file) : file);
    assertCovered(of);
    const thread = of.model.threads.find(({ isMain }) => isMain);
    assert.ok(thread);
    const lags = of.lags.filter((lag) => lag.thread === thread.index);
    const [first] = lags;
    assert.equal(lags.length, 2, JSON.stringify(lags.map(({ beginUs, endUs }) => [beginUs, endUs])));
    assert.ok(first);
    // From the 30 samples on, of 10 ms each; the last one lasts one or two intervals.
    for (const { beginUs, endUs } of lags) assert.ok(endUs - beginUs >= 290_000 && endUs - beginUs <= 310_000, `${endUs - beginUs} µs`);
  });
}
