import assert from 'node:assert/strict';
import { LagDetector } from '../../../../core/analysis/lags/detect/lag-detector.ts';
import { LaglensError } from '../../../../core/errors.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { deepCopyText, hangsXml, timeProfileXml } from '../../../../tests/fixtures/field-reports/instruments-export.ts';
import { geckoProfile, simpleperfProfile } from '../../../../tests/fixtures/gecko-profiles.ts';
import { alteredJson } from '../../../../tests/fuzz/damage-json.ts';
import { alteredText } from '../../../../tests/fuzz/damage-text.ts';
import type { Door } from '../../../../tests/fuzz/door.ts';
import type { Work } from '../../../../tests/fuzz/work.ts';
import { writeTrace } from '../../core/chrome/write.ts';
import type { ProfileWriter } from '../../core/export/profile-writer.ts';
import { writeFirefox } from '../../core/firefox/write.ts';
import { writeFolded } from '../../core/folded/write.ts';
import { formats } from '../../core/formats.ts';
import { writePerfetto } from '../../core/perfetto/write.ts';
import { writePprof } from '../../core/pprof/write.ts';
import { beginningOf } from '../../core/recognition/beginning.ts';
import { writeSpeedscope } from '../../core/speedscope/write.ts';
import { writeCpuProfile } from '../../core/v8/write.ts';
import { inflateAtMost, unzstdAtMost } from '../../host/profile-file.ts';
import { imported } from '../formats/import-profile.ts';
import { artTraces } from '../formats/made-art-trace.ts';
import { perfScriptSeed, reportSampleSeed, simpleperfSeed } from '../formats/made-simpleperf.ts';
import { madeTrace, stackSamples, zstdTrace } from '../formats/made-trace.ts';
import { oldSystracePage, packedAtrace, systracePage, systraceText } from '../formats/phone-systrace.ts';
import { atracePackets, framePackets, phoneTrace, schedPackets } from '../formats/phone-trace.ts';
import { twoThreads } from '../formats/two-threads.ts';
import { writtenProfile } from '../formats/written-profile.ts';

const session = twoThreads();

const sampledSpeedscope = Buffer.from(
  JSON.stringify({
    profiles: [{ type: 'sampled', name: 'main', unit: 'none', startValue: 0, endValue: 3, samples: [[0, 1], [], [1]], weights: [1, 1, 1] }],
    shared: { frames: [{ name: 'a', file: 'a.ts', line: 3 }, { name: 'com.example.Cart.total' }] },
  }),
);

/** As Chrome wrote them before version 58. */
const oldCpuProfile = new TextEncoder().encode(
  JSON.stringify({
    head: { id: 1, functionName: '(root)', children: [{ id: 2, functionName: 'open', url: 'shop.js', lineNumber: 4, children: [] }] },
    startTime: 1,
    endTime: 1.3,
    samples: [2, 1, 2],
    timestamps: [1_000_000, 1_100_000, 1_200_000],
  }),
);

/** V8's samples in chunks, operations across threads, whole slices; a list as Chrome may write it; Hermes' samples. */
const traces = [
  [
    { ph: 'X', name: 'RunTask', ts: 10, dur: 200_000, pid: 1, tid: 2 },
    { ph: 'b', cat: 'net', id: '0x1', name: 'request', ts: 20, pid: 1, tid: 2 },
    { ph: 'e', cat: 'net', id: '0x1', name: 'request', ts: 90, pid: 1, tid: 3 },
    { ph: 'P', name: 'Profile', id: '0x7', ts: 10, pid: 1, tid: 2, args: { data: { startTime: 10 } } },
    {
      ph: 'P',
      name: 'ProfileChunk',
      id: '0x7',
      ts: 30,
      pid: 1,
      tid: 4,
      args: {
        data: {
          cpuProfile: {
            nodes: [
              { id: 1, callFrame: { functionName: 'open' } },
              { id: 2, parent: 1 },
            ],
            samples: [1, 2],
          },
          timeDeltas: [5, 50],
        },
      },
    },
  ],
  {
    traceEvents: [{ ph: 'M', name: 'thread_name', pid: 5, tid: 5, args: { name: 'mqt_js' } }],
    samples: [
      { ts: '10', pid: 5, tid: '5', sf: 2 },
      { ts: '900', pid: 5, tid: '5', sf: 1 },
    ],
    stackFrames: { 1: { name: '[root]' }, 2: { name: 'render(/app/shop.bundle:12:5)', parent: 1 } },
  },
].map((trace) => new TextEncoder().encode(JSON.stringify(trace)));

/** Exports of DevTools' screens, and samples of the Dart VM. */
const flutter = [
  {
    devToolsSnapshot: true,
    activeScreenId: 'performance',
    performance: {
      displayRefreshRate: 60,
      flutterFrames: [{ startTime: 10, elapsed: 40_000, build: 30_000, raster: 5_000 }],
      traceEvents: [
        { name: 'thread_name', ph: 'M', pid: 1, tid: 2, args: { name: '1.ui' } },
        { name: 'Frame', ph: 'X', pid: 1, tid: 2, ts: 10, dur: 400_000 },
      ],
      traceBinary: [...madeTrace()],
    },
    'cpu-profiler': {
      stackFrames: { '1-1': { name: 'main', category: 'Dart' }, '1-2': { name: 'heavy', parent: '1-1', sourceLine: 3 } },
      traceEvents: [{ ph: 'P', pid: 1, tid: 2, ts: 20, sf: '1-2' }],
    },
  },
  { type: 'PerfettoTimeline', trace: Buffer.from(madeTrace()).toString('base64') },
  {
    type: 'CpuSamples',
    samplePeriod: 250,
    functions: [{ kind: 'Dart', resolvedUrl: 'a.dart', function: { name: 'main', owner: { type: '@Class', name: 'Cart' } } }],
    samples: [1_000, 2_000].map((timestamp) => ({ tid: 9, timestamp, stack: [0, 0] })),
  },
].map(jsonBytes);

/** As Firefox writes them since version 60: tables for all threads. */
const sharedFirefox = Buffer.from(
  JSON.stringify({
    meta: { preprocessedProfileVersion: 70, interval: 1, startTime: 1_000, product: 'Fenix', sampleUnits: { threadCPUDelta: 'ns' } },
    libs: [{ name: 'libxul.so', path: '/data/libxul.so', breakpadId: '5C0A0D51EA1980DF43F203B4525BE9BE0', codeId: null }],
    shared: {
      stringArray: ['a', '0x10', 'a.cpp', 'Log', 'words'],
      sources: { length: 1, filename: [2] },
      stackTable: { length: 2, frame: [0, 1], prefixOffset: [0, 1] },
      frameTable: { length: 2, func: [0, 1], lib: [-1, 0], address: [-1, 16], line: [7, null] },
      funcTable: { length: 2, name: [0, 1], source: [0, null], resource: [-1, -1], lineNumber: [null, null] },
    },
    threads: [
      {
        name: 'GeckoMain',
        isMainThread: true,
        pid: '7',
        tid: 7,
        samples: { weightType: 'samples', weight: null, stack: [0, 1, null], time: [1, 2, 3], threadCPUDelta: [0, 500_000, 1] },
        markers: {
          data: [{ type: 'Text', name: 4 }, { type: 'GCMinor' }],
          name: [3, 3],
          startTime: [1, 2],
          endTime: [null, 3],
          phase: [0, 1],
        },
      },
    ],
  }),
);

function jsonBytes(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function bytesOf(write: ProfileWriter, model: SessionModel): Uint8Array {
  return writtenProfile(write, { model, name: 'fuzz', lags: [] });
}

/** A profile of another tool: read, judged, and written again in the same format. */
function profileDoor(
  id: string,
  { drivers, ...details }: Pick<Door, 'seeds' | 'altered' | 'count'> & { readonly drivers?: Parameters<typeof imported>[3] },
): Door {
  const format = formats.find((each) => each.id === id);
  assert.ok(format?.reading);
  const { reading, writing } = format;
  return {
    name: `profile-${id}`,
    ...details,
    run: async (bytes: Uint8Array, work: Work) => {
      const { looksLike, read } = await reading.load();
      looksLike(beginningOf(bytes));
      const { model, report } = await imported(read, bytes, 1_009, drivers);
      const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass: () => true });
      judge.update();
      const write = await writing?.load();
      if (write !== undefined) for (const piece of write({ model, name: 'fuzz', lags: judge.lags })) work.did(piece.length);
      return [report.text, model.threads.length];
    },
    refuses: (error) => error instanceof LaglensError && error.code.startsWith('format-'),
    // Long names are repeated in what is written.
    most: (bytes) => 2_000_000 + 5_000 * bytes,
  };
}

export const profileDoors: readonly Door[] = [
  profileDoor('speedscope', { seeds: async () => [bytesOf(writeSpeedscope, await session), sampledSpeedscope], altered: alteredJson }),
  profileDoor('firefox', {
    seeds: async () => [bytesOf(writeFirefox, await session), sharedFirefox, ...[geckoProfile(), simpleperfProfile()].map(jsonBytes)],
    altered: alteredJson,
  }),
  profileDoor('folded', { seeds: async () => [bytesOf(writeFolded, await session)], altered: alteredText }),
  profileDoor('pprof', { seeds: async () => [bytesOf(writePprof, await session)] }),
  profileDoor('perfetto', {
    seeds: async () => [
      bytesOf(writePerfetto, await session),
      madeTrace(),
      phoneTrace(schedPackets(), atracePackets, framePackets),
      zstdTrace(),
      stackSamples(),
    ],
    drivers: { inflate: inflateAtMost, unzstd: unzstdAtMost },
  }),
  profileDoor('art-trace', { seeds: async () => artTraces }),
  profileDoor('systrace', {
    seeds: async () => [
      ...[systraceText(), systracePage(), oldSystracePage()].map((text) => new TextEncoder().encode(text)),
      packedAtrace(),
    ],
    altered: alteredText,
    drivers: { inflate: inflateAtMost },
  }),
  profileDoor('simpleperf', { seeds: async () => [simpleperfSeed, Buffer.from(reportSampleSeed)] }),
  profileDoor('perf-script', { seeds: async () => [Buffer.from(perfScriptSeed)], altered: alteredText }),
  profileDoor('cpuprofile', { seeds: async () => [bytesOf(writeCpuProfile, await session), oldCpuProfile], altered: alteredJson }),
  profileDoor('flutter', { seeds: async () => flutter, altered: alteredJson }),
  profileDoor('instruments', {
    seeds: async () => [timeProfileXml, hangsXml, deepCopyText].map((text) => new TextEncoder().encode(text)),
    altered: alteredText,
  }),
  profileDoor('chrome-trace', { seeds: async () => [bytesOf(writeTrace, await session), ...traces], altered: alteredJson }),
];
