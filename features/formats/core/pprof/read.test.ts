import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isUntimed } from '../../../../core/session/model/annotations.ts';
import { imported, rowsOf } from '../../tests/formats/import-profile.ts';
import { ProtoWriter } from '../protobuf/proto-writer.ts';
import { PprofEncoder } from './pprof-encoder.ts';
import { looksLikePprof, readPprof } from './read.ts';

const header = {
  defaultSampleType: '',
  timeNanos: 0n,
  durationNanos: 0,
  period: { type: 'cpu', unit: 'nanoseconds', value: 10_000_000 },
  comments: [],
};
const counted = { type: 'samples', unit: 'count' };
const cpu = { type: 'cpu', unit: 'nanoseconds' };

function encoder(...sampleTypes: readonly { readonly type: string; readonly unit: string }[]): PprofEncoder {
  return new PprofEncoder({ ...header, sampleTypes });
}

/** A message of fields by number. */
function part(...fields: readonly (readonly [field: number, value: number | bigint | string | ProtoWriter])[]): ProtoWriter {
  const writer = new ProtoWriter();
  for (const [field, value] of fields) {
    if (value instanceof ProtoWriter) writer.message(field, value);
    else if (typeof value === 'string') writer.text(field, value);
    else writer.number(field, value);
  }
  return writer;
}

suite('reading pprof', () => {
  test('samples of threads beyond the bound are counted as samples, however many a thread has', async () => {
    const profile = encoder(counted);
    const stack = [profile.location('a', '', 0)];
    for (let id = 1; id <= 32_768; id++) profile.sample(stack, [1], { thread: `t${id}` });
    for (const thread of ['t32769', 't32769', 't32770', 't1']) profile.sample(stack, [1], { thread });
    const { model, report } = await imported(readPprof, profile.finish());
    assert.equal(model.threads.length, 32_768);
    assert.ok(report.text.includes('Skipped: 3 samples of threads beyond the bound.'), report.text);
  });

  test('samples that are only counted last the profile’s period', async () => {
    const profile = encoder(counted);
    profile.sample([profile.location('b', '', 0), profile.location('a', '', 0)], [3], {});
    const { model } = await imported(readPprof, profile.finish());
    assert.deepEqual(
      model.threads.map((thread) => rowsOf(model, thread)),
      [['0-30 a/b']],
    );
    assert.ok(isUntimed(model));
  });

  test('samples of no known period last 10 ms each, and the report says so', async () => {
    // Parca's answers name the period's type alone, converted folded stacks none at all.
    for (const type of [header.period.type, '']) {
      const period = { type, unit: type === '' ? '' : 'nanoseconds', value: 0 };
      const profile = new PprofEncoder({ ...header, period, sampleTypes: [counted] });
      profile.sample([profile.location('a', '', 0)], [3], {});
      const { model, report } = await imported(readPprof, profile.finish());
      assert.deepEqual(
        model.threads.map((thread) => rowsOf(model, thread)),
        [['0-30 a']],
      );
      assert.match(report.text, /one each 10 ms: the file does not say/);
    }
  });

  test('units are read in every spelling that Go’s pprof reads', async () => {
    for (const [unit, ms] of [
      ['\u03bcs', 0.005],
      ['\u00b5s', 0.005],
      ['Microseconds', 0.005],
      ['sec', 5_000],
      ['hours', 18_000_000],
    ] as const) {
      const wall = { type: 'Wall time', unit };
      const profile = new PprofEncoder({ ...header, sampleTypes: [counted, cpu, wall] });
      profile.sample([profile.location('a', '', 0)], [1, 2_000_000, 5], {});
      const { model } = await imported(readPprof, profile.finish());
      assert.deepEqual(
        model.threads.map((thread) => rowsOf(model, thread)),
        [[`0-${ms} a`]],
      );
    }
  });

  test('wall time is taken before CPU time, and the usual type before both', async () => {
    const wall = { type: 'wall', unit: 'milliseconds' };
    for (const [usual, end] of [
      ['', 7],
      ['cpu', 2],
    ] as const) {
      const profile = new PprofEncoder({ ...header, sampleTypes: [counted, cpu, wall], defaultSampleType: usual });
      profile.sample([profile.location('a', '', 0)], [1, 2_000_000, 7], {});
      const { model } = await imported(readPprof, profile.finish());
      assert.deepEqual(
        model.threads.map((thread) => rowsOf(model, thread)),
        [[`0-${end} a`]],
      );
    }
  });

  test('samples with times are placed there, on the threads of their labels', async () => {
    const profile = encoder(cpu);
    const stack = [profile.location('a', '', 0)];
    const at = (ms: number): bigint => 1_700_000_000_000_000_000n + BigInt(ms) * 1_000_000n;
    profile.sample(stack, [4_000_000], { 'thread name': 'main', end_timestamp_ns: at(30) });
    profile.sample(stack, [4_000_000], { 'thread name': 'main', end_timestamp_ns: at(20) });
    profile.sample(stack, [4_000_000], { 'thread id': 12, end_timestamp_ns: at(28) });
    profile.sample(stack, [4_000_000], { 'thread id': 12 });
    const { model, report } = await imported(readPprof, profile.finish());
    // Numbers of 2^60 and more are steps of 256 ns.
    const rounded = (rows: readonly string[]): readonly string[] =>
      rows.map((row) => row.replace(/\d+\.\d+/g, (ms) => Number(ms).toFixed(0)));
    assert.deepEqual(
      model.threads.map((thread) => [thread.name, thread.isMain, rounded(rowsOf(model, thread))]),
      [
        ['main', true, ['0-4 a', '10-14 a']],
        ['thread 12', false, ['8-12 a']],
      ],
    );
    assert.ok(!isUntimed(model));
    assert.match(report.text, /Skipped: 1 sample without a time, unlike the first\./);
  });

  test('ids of threads that are texts are threads of their own', async () => {
    const profile = encoder(cpu);
    for (const id of ['pool-1', 'pool-2', '7']) profile.sample([profile.location('a', '', 0)], [1_000_000], { 'thread id': id });
    profile.sample([profile.location('a', '', 0)], [1_000_000], { 'thread id': 7 });
    const { model } = await imported(readPprof, profile.finish());
    assert.deepEqual(
      model.threads.map((thread) => [thread.name, thread.tid, rowsOf(model, thread)]),
      [
        ['thread pool-1', 0, ['0-1 a']],
        ['thread pool-2', 0, ['0-1 a']],
        ['thread 7', 7, ['0-2 a']],
      ],
    );
  });

  test('ids of 64 bits that differ by less than numbers can hold are different functions', async () => {
    const ids = [(1n << 63n) + 1n, (1n << 63n) + 2n];
    const profile = part(
      [1, part([1, 1], [2, 2])],
      ...ids.flatMap((id, index) => [
        [5, part([1, id], [2, 3 + index])] as const,
        [4, part([1, id], [4, part([1, id])])] as const,
        [2, part([1, id], [2, 1_000_000])] as const,
      ]),
      ...['', 'cpu', 'nanoseconds', 'one', 'two'].map((text) => [6, text] as const),
    );
    const { model } = await imported(readPprof, profile.take());
    assert.deepEqual(
      model.threads.map((thread) => rowsOf(model, thread)),
      [['0-1 one', '1-2 two']],
    );
  });

  test('an address without a function is a place in its library, for local builds', async () => {
    const profile = part(
      [1, part([1, 1], [2, 2])],
      [3, part([1, 1], [2, 0x5000], [3, 0x9000], [4, 0x1000], [5, 3], [6, 4])],
      [4, part([1, 1], [2, 1], [3, 0x5234])],
      [2, part([1, 1], [2, 1_000_000])],
      ...['', 'cpu', 'nanoseconds', '/lib/libshop.so', '0aff'].map((text) => [6, text] as const),
    );
    const { model } = await imported(readPprof, profile.take());
    const image = model.runs[0]?.imageById.get(1);
    assert.deepEqual(
      [image?.path, image?.base, image?.size, [...(image?.buildId ?? [])]],
      ['/lib/libshop.so', 0x4000, 0x5000, [0x0a, 0xff]],
    );
    assert.equal(model.methods[model.methods.length - 1]?.offset, 0x1234);
  });

  test('a profile of memory is refused, and says why', async () => {
    const profile = encoder({ type: 'inuse_space', unit: 'bytes' });
    await assert.rejects(
      imported(
        readPprof,
        new PprofEncoder({
          ...header,
          period: { type: 'space', unit: 'bytes', value: 1 },
          sampleTypes: [{ type: 'inuse_space', unit: 'bytes' }],
        }).finish(),
      ),
      {
        code: 'format-unreadable',
        message: 'given looks like a profile of pprof, but counts no time, but inuse_space in bytes.',
      },
    );
    assert.ok(looksLikePprof({ bytes: profile.finish(), text: '' }));
  });

  test('a begin of texts or functions alone looks like pprof, other lists of texts do not', () => {
    const looks = (bytes: Uint8Array): boolean => looksLikePprof({ bytes, text: '' });
    const names = Array.from({ length: 40 }, (_, at) => [6, `name${at}`] as const);
    const functions = Array.from({ length: 40 }, (_, at) => [5, part([1, at + 1], [2, at + 1])] as const);
    const texts = part([6, ''], ...names).take();
    const cut = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, -1);
    assert.deepEqual([cut(texts), cut(part(...functions).take())].map(looks), [true, true]);
    assert.deepEqual([texts, cut(part(...names).take()), cut(texts.subarray(0, 30))].map(looks), [false, false, false]);
  });

  test('other files do not look like pprof', () => {
    const looks = (text: string): boolean => looksLikePprof({ bytes: new TextEncoder().encode(text), text });
    assert.deepEqual(['', '{"a":1}', 'a;b 1\n', '\n\u0002\u0018\u0001', '\n\u0004\b\u0001\u0010\u0002'].map(looks), [
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test('a label of many samples is compared once', async (t) => {
    const profile = encoder(cpu);
    for (let at = 0; at < 1_000; at++) profile.sample([profile.location('a', '', 0)], [1_000], { Thread_Name: 'io' });
    const lowered = t.mock.method(String.prototype, 'toLowerCase');
    const { model } = await imported(readPprof, profile.finish(), 1 << 16);
    assert.deepEqual(
      model.threads.map(({ name }) => name),
      ['io'],
    );
    assert.ok(lowered.mock.callCount() < 100, `${lowered.mock.callCount()} calls`);
  });
});
