import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canaryLag, evilMethod } from '../../../../tests/fixtures/field-reports/canary-issue.ts';
import { ettraceOutput } from '../../../../tests/fixtures/field-reports/ettrace-output.ts';
import { ksHang, matrixReport } from '../../../../tests/fixtures/field-reports/matrix-report.ts';
import { hangDiagnostic, metricKitPayload } from '../../../../tests/fixtures/field-reports/metrickit-payload.ts';
import { sentryChunk, sentryOldProfile, sentryProfile } from '../../../../tests/fixtures/field-reports/sentry-profile.ts';
import { geckoProfile } from '../../../../tests/fixtures/gecko-profiles.ts';
import { sourceOf } from '../../tests/formats/import-profile.ts';
import { BEGIN_BYTES, recognise } from '../recognise.ts';

/** As DevTools saves source maps: 200 KB that say nothing of the format. */
const large = {
  sourceMaps: Array.from({ length: 400 }, (_, at) => ({ url: `http://x/${at}`, sourceMap: { mappings: 'A"\\'.repeat(100) } })),
};
const node = { id: 1, callFrame: { functionName: 'f', scriptId: '0', url: '', lineNumber: 0, columnNumber: 0 } };
const documents: Readonly<Record<string, readonly object[]>> = {
  'chrome-trace': [{ traceEvents: [{ name: 'a', ph: 'X', ts: 1, dur: 1, pid: 1, tid: 1 }] }],
  cpuprofile: [
    { timeDeltas: [1], samples: [1], startTime: 0, endTime: 1, nodes: [node] },
    { startTime: 0, head: { functionName: '(root)', children: [] } },
  ],
  speedscope: [
    { $schema: 'https://www.speedscope.app/file-format-schema.json', profiles: [] },
    { shared: { frames: [{ name: 'a' }] }, profiles: [{ type: 'sampled', unit: 'none' }] },
  ],
  firefox: [
    { libs: [], threads: [], meta: { preprocessedProfileVersion: 50 } },
    geckoProfile(),
    { label: '', duration: 28, profile: geckoProfile() },
  ],
  matrix: [ksHang(), matrixReport()],
  metrickit: [hangDiagnostic(), metricKitPayload()],
  'trace-canary': [evilMethod(), canaryLag()],
  ettrace: [ettraceOutput()],
  sentry: [sentryProfile(), sentryChunk(), sentryOldProfile(), { chunk: sentryChunk() }, { chunks: [sentryChunk()] }],
  flutter: [
    { devToolsSnapshot: true, performance: {} },
    { type: 'CpuSamples', samples: [] },
  ],
};

async function formatOf(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return (await recognise(bytes.subarray(0, BEGIN_BYTES), 'x.json', sourceOf(bytes, 10_000))).id;
}

for (const [id, variants] of Object.entries(documents)) {
  test(`${id} is recognised by keys in any order, also behind hundreds of kilobytes`, async () => {
    for (const document of variants) {
      const backwards = Object.fromEntries(Object.entries(document).toReversed());
      for (const form of [document, backwards]) {
        assert.equal(await formatOf(form), id);
        assert.equal(await formatOf({ large, ...form }), id);
        assert.equal(await formatOf({ ...form, large }), id);
      }
    }
  });
}

test('words of other formats in a trace’s arguments and names make no other format', async () => {
  const words = ['stack_id', 'thread_id', 'profile_id', 'transaction_id', 'profile', 'profiler_id', 'thread_metadata', 'devToolsSnapshot'];
  const args = Object.fromEntries([...words, 'stackwalk', 'stringTable', 'stackKey'].map((word) => [word, word]));
  const event = {
    name: '"stack_id"',
    ph: 'X',
    ts: 1,
    dur: 1,
    pid: 1,
    tid: 1,
    args: { ...args, type: 'CpuSamples', tag: 'Trace_EvilMethod' },
  };
  assert.equal(await formatOf({ traceEvents: [event] }), 'chrome-trace');
  assert.equal(await formatOf([event]), 'chrome-trace');
  assert.equal(await formatOf({ traceEvents: [event], jsonrpc: 'words' }), 'chrome-trace');
});

test('the same words as values or deeper keys make no format', async () => {
  const words = ['traceEvents', 'stackKey', 'hangDiagnostics', 'binary_images', 'stack_string', 'isSimulator', 'libraries', 'evented'];
  const value = { words, type: 'evented', deep: { deeper: Object.fromEntries(words.map((word) => [word, []])) } };
  await assert.rejects(formatOf(value), { code: 'format-unknown' });
});
