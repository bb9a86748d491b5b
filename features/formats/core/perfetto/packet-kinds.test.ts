import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { createZstdCompress, zstdCompressSync } from 'node:zlib';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { inflateAtMost, unzstdAtMost } from '../../host/profile-file.ts';
import { imported, rowsOf } from '../../tests/formats/import-profile.ts';
import { type Fields, madePackets, madeTrace, messageOf, packetWith, stackSamples, traceOf } from '../../tests/formats/made-trace.ts';
import { readPerfetto } from './read.ts';

const drivers = { inflate: inflateAtMost, unzstd: unzstdAtMost };

function rows(model: SessionModel): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(model.threads.map((thread) => [thread.name, rowsOf(model, thread)]));
}

const descriptor: Fields = { 10: 1, 13: 1, 60: { 1: 9, 4: { 1: 5, 2: 5, 5: 'ui' } } };
const event = (ms: number, fields: Fields): Fields => ({ 10: 1, 8: ms * 1_000_000, 11: { 11: 9, ...fields } });
const slice = [descriptor, event(10, { 9: 1, 23: 'layout' }), event(30, { 9: 2 })];

suite('kinds of packets in Perfetto’s traces', () => {
  test('packets packed by zstd, as Perfetto 58 writes them, say the same as open ones', async () => {
    const open = await imported(readPerfetto, madeTrace());
    for (const from of [0, 3]) {
      const packed = packetWith(133, zstdCompressSync(traceOf(madePackets.slice(from))));
      const trace = Buffer.concat([traceOf(madePackets.slice(0, from)), packed]);
      const { model, report } = await imported(readPerfetto, trace, 101, drivers);
      assert.deepEqual(rows(model), rows(open.model));
      assert.doesNotMatch(report.text, /unpacked|does not know/);
    }
  });

  test('packets of one streamed frame without its size, as Perfetto’s service packs them, are unpacked', async () => {
    const open = await imported(readPerfetto, madeTrace());
    const packing = createZstdCompress();
    const packed = buffer(packing);
    for (const packet of madePackets) packing.write(traceOf([packet]));
    packing.end();
    const { model } = await imported(readPerfetto, packetWith(133, await packed), 101, drivers);
    assert.deepEqual(rows(model), rows(open.model));
  });

  test('packets that nothing unpacks are counted, and named where nothing else is there', async () => {
    const packed = packetWith(133, zstdCompressSync(madeTrace()));
    const { report } = await imported(readPerfetto, Buffer.concat([traceOf(slice), packed]));
    assert.match(report.text, /1 packet compressed by zstd that could not be unpacked/);
    await assert.rejects(imported(readPerfetto, packed), /Skipped: 1 packet compressed by zstd that could not be unpacked/);
    const damaged = zstdCompressSync(madeTrace()).subarray(0, 60);
    const hurt = await imported(readPerfetto, Buffer.concat([traceOf(slice), packetWith(133, damaged)]), 101, drivers);
    assert.match(hurt.report.text, /1 packet compressed by zstd that could not be unpacked/);
  });

  test('parts of unknown kinds are counted, and their share is said above one percent', async () => {
    const small = await imported(readPerfetto, traceOf([...slice, { 10: 1, 2999: 'x' }, { 10: 1, 4: 'y'.repeat(5_000) }]));
    assert.match(small.report.text, /1 part of packets that this Laglens does not know/);
    assert.doesNotMatch(small.report.text, /may be missing/);
    assert.match(small.report.text, /99 % of the trace, facts of the device, is left out/);
    const { report } = await imported(readPerfetto, traceOf([...slice, { 10: 1, 250: 'x'.repeat(100) }, { 10: 1, 251: 'x'.repeat(200) }]));
    assert.match(report.text, /% of the trace is of kinds that this Laglens does not know \(fields 251, 250\): facts may be missing\./);
    const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [300 + at, 'xyz']));
    const all = await imported(readPerfetto, traceOf([...slice, { 10: 1, ...many }]));
    assert.match(all.report.text, /1,200 parts of packets that this Laglens does not know/);
    assert.match(all.report.text, /\(fields 300, 301, 302, 303, 304 and more\)/);
  });

  test('unknown parts of events, bundles and their columns are counted, those left out on purpose are not', async () => {
    const known = { 9: 3, 23: 'tap', 4: { 10: 'x', 4: 1 }, 6: { 2: 1 }, 57: 0 };
    const bundle = {
      1: 0,
      3: 0,
      4: { 1: { packed: [5_000] }, 2: { packed: [1] }, 3: { packed: [5] }, 6: { packed: [0] }, 5: 'ui' },
      9: 1,
      11: { 1: 7 },
    };
    const quiet = await imported(readPerfetto, traceOf([...slice, event(40, known), { 10: 2, 1: bundle }]));
    assert.doesNotMatch(quiet.report.text, /does not know/);
    const fresh = { ...bundle, 4: { ...bundle[4], 13: 'y'.repeat(300) }, 12: 'z'.repeat(200) };
    const { report } = await imported(
      readPerfetto,
      traceOf([...slice, event(40, { ...known, 300: 'x'.repeat(100) }), { 10: 2, 1: fresh }]),
    );
    assert.match(report.text, /3 parts of packets that this Laglens does not know/);
    assert.match(report.text, /\(fields 13 of columns of switches, 12 of bundles of ftrace, 300 of events\)/);
  });

  test('interned ids of 64 bits stay different', async () => {
    const [one, other] = [2n ** 63n + 1n, 2n ** 63n + 2n];
    const named = (iid: bigint, name: string): Uint8Array => {
      const [entry, interned, packet, trace] = [messageOf({}), messageOf({}), messageOf({ 10: 1, 13: 2 }), messageOf({})];
      entry.number(1, iid);
      entry.text(2, name);
      interned.message(5, entry);
      const frame = messageOf({});
      frame.number(1, iid);
      frame.number(2, iid);
      interned.message(6, frame);
      const stack = messageOf({});
      stack.number(1, iid);
      stack.number(2, iid);
      interned.message(7, stack);
      packet.message(12, interned);
      trace.message(1, packet);
      return trace.take();
    };
    const sample = (ms: number, iid: bigint): Uint8Array => {
      const [body, packet, trace] = [messageOf({ 2: 5, 3: 5 }), messageOf({ 10: 1, 13: 2, 8: ms * 1_000_000 }), messageOf({})];
      body.number(4, iid);
      packet.message(66, body);
      trace.message(1, packet);
      return trace.take();
    };
    const parts = [traceOf([descriptor]), named(one, 'first'), named(other, 'second'), sample(10, one), sample(20, other), sample(30, one)];
    const { model } = await imported(readPerfetto, Buffer.concat(parts));
    assert.deepEqual(rows(model), { ui: ['0-10 first', '10-20 second', '20-30 first'] });
  });
});

suite('stack samples of Perfetto 58', () => {
  test('have inline and interned stacks of their threads, and last as long as they weigh before a pause', async () => {
    const { model, report } = await imported(readPerfetto, stackSamples());
    assert.deepEqual(rows(model), { 'thread 101': ['0-4 main/foo', '4-8 foo', '39-43 main/foo'] });
    assert.equal(model.runs[0]?.process?.app, 'myproc');
    assert.match(report.text, /1 sample of other measures than time/);
    assert.match(report.text, /1 sample without a known thread/);
    assert.match(report.text, /1 sample without a stack/);
  });
});
