import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { Turns } from '../../../../core/session/file/turns.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { imported, lagsOf, rowsOf, sourceOf } from '../../tests/formats/import-profile.ts';
import { type Fields, madePackets, madeTrace, messageOf, traceOf } from '../../tests/formats/made-trace.ts';
import { traceOfTwoThreads } from '../../tests/formats/perfetto-session.ts';
import { twoThreads } from '../../tests/formats/two-threads.ts';
import { ImportReport } from '../import/import-report.ts';
import { SessionBuilder } from '../import/session-builder.ts';
import { looksLikePprof } from '../pprof/read.ts';
import { recognise } from '../recognise.ts';
import { looksLikePerfetto, readPerfetto } from './read.ts';
import { writePerfetto } from './write.ts';

function rows(model: SessionModel): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(model.threads.map((thread) => [thread.name, rowsOf(model, thread)]));
}

const descriptor = { 10: 1, 13: 1, 60: { 1: 9, 4: { 1: 5, 2: 5, 5: 'ui' } } };
const event = (ms: number, fields: Fields): Fields => ({ 10: 1, 8: ms * 1_000_000, 11: { 11: 9, ...fields } });

suite('reading Perfetto’s trace', () => {
  test('slices nest by their times; those of Android’s handlers are messages', async () => {
    const packets = [
      descriptor,
      event(10, { 9: 1, 23: 'com.example.Ui: com.example.Ui$$Lambda' }),
      event(20, { 9: 1, 23: 'layout' }),
      event(30, { 9: 1, 23: 'com.example.Cart: #1' }),
      event(40, { 9: 2 }),
      event(60, { 9: 2 }),
      event(70, { 9: 2 }),
    ];
    const { model } = await imported(readPerfetto, traceOf(packets), 3);
    assert.deepEqual(rows(model), { ui: ['10-20 layout', '20-30 layout/com.example.Cart: #1', '30-50 layout'] });
    const { messages } = model.threads[0] ?? assert.fail();
    assert.deepEqual([messages.length, messages.beginUs[0], messages.endUs[0]], [1, 0, 60_000]);
    assert.equal(model.strings[messages.callback[0] ?? 0], 'com.example.Ui$$Lambda');
  });

  test('a cut trace opens to its last whole packet', async () => {
    const trace = madeTrace();
    const cut = await imported(readPerfetto, trace.subarray(0, -3), 50);
    assert.ok(cut.report.isTruncated);
    assert.match(cut.report.text, new RegExp(`it ends after ${madePackets.length - 1} packets`));
    assert.equal(rows(cut.model).worker, undefined);
    assert.deepEqual(rows(cut.model).request, ['150-350 GET']);
  });

  test('packets that refer to lost names are skipped until the producer begins again', async () => {
    const slice = { 10: 3, 13: 2, 8: 1_000_000, 11: { 9: 1, 10: 1, 11: 9 } };
    const { report, model } = await imported(
      readPerfetto,
      traceOf([
        descriptor,
        slice,
        event(10, { 9: 1, 23: 'known' }),
        event(30, { 9: 2 }),
        { ...slice, 13: 1, 8: 40_000_000, 12: { 2: { 1: 1, 2: 'again' } } },
        { ...slice, 8: 50_000_000, 42: 1 },
        event(60, { 9: 2 }),
      ]),
    );
    assert.deepEqual(rows(model), { ui: ['0-20 known', '30-50 again'] });
    assert.match(report.text, /2 packets whose names were lost/);
  });

  test('compressed packets need the driver’s zlib, which is bounded', async () => {
    const inner = traceOf([event(10, { 9: 1, 23: 'packed' }), event(30, { 9: 2 })]);
    const packets = messageOf({ 1: [descriptor, event(40, { 9: 1, 23: 'open' }), event(50, { 9: 2 })] });
    const packed = messageOf({});
    packed.bytes(50, deflateSync(inner));
    packets.message(1, packed);
    const without = await imported(readPerfetto, packets.take());
    assert.match(without.report.text, /1 packet compressed by zlib that could not be unpacked/);
    const report = new ImportReport('test');
    const builder = new SessionBuilder(report);
    const turns = new Turns({ nowMs: () => 0, turn: async () => {} });
    const asked: number[] = [];
    const inflate = (bytes: Uint8Array, most: number): Uint8Array => {
      asked.push(most);
      return inflateSync(bytes, { maxOutputLength: most });
    };
    await readPerfetto({ source: sourceOf(packets.take()), builder, report, turns, inflate });
    assert.deepEqual(asked, [64 << 20]);
    assert.equal(builder.threads[0]?.samples.length, 2);
  });

  test('a sample without a successor lasts an interval, and stacks are called by slices', async () => {
    const stack = { 5: { 1: 1, 2: 'com.example.Cart.total' }, 6: { 1: 1, 2: 1, 6: 12 }, 7: { 1: 1, 2: 1 } };
    const sample = (ms: number, iid = 1): Fields => ({ 10: 2, 13: 2, 8: ms * 1_000_000, 66: { 2: 5, 3: 5, 4: iid } });
    const { model, report } = await imported(
      readPerfetto,
      traceOf([
        descriptor,
        event(15, { 9: 1, 23: 'layout' }),
        event(25, { 9: 2 }),
        { 10: 2, 13: 1, 12: stack, 59: { 12: { 1: { 2: 100 } } } },
        sample(10),
        sample(20),
        sample(30),
        sample(90, 4),
        { 10: 2, 13: 2, 8: 95_000_000, 66: { 2: 5, 3: 5, 16: 3 } },
      ]),
    );
    const total = 'Lcom/example/Cart;total';
    assert.deepEqual(rows(model), { ui: [`0-5 ${total}`, `5-15 layout/${total}`, `15-30 ${total}`] });
    assert.match(report.text, /1 sample of stacks that the trace does not describe/);
    assert.match(report.text, /1 sample without a stack/);
  });

  test('a stack of 30 s is written as fewer samples, and comes back whole', async () => {
    const model = await twoThreads((builder, main) =>
      builder.sample(main, 100_000, 30_100_000, builder.stack(0, builder.frame({ function: 'wait' }))),
    );
    const trace = Buffer.concat([...writePerfetto({ model, name: 'shop', lags: [] })]);
    const { model: back, report } = await imported(readPerfetto, trace, 4_096);
    assert.equal(rows(back).main?.at(-1), '100-30100 wait');
    assert.match(report.text, /1,012 samples/);
  });

  test('marks and counters of a session come back', async () => {
    const { trace } = await traceOfTwoThreads();
    const { model } = await imported(readPerfetto, trace);
    assert.deepEqual(
      model.marks.map(({ name, atUs }) => [name, atUs]),
      [['checkout', 60_000]],
    );
    assert.equal(model.runs[0]?.counters.footprintBytes[0], 50_000_000);
  });

  test('functions of the app’s own libraries and program are its code, the system’s are not', async () => {
    const culprits = [];
    for (const path of [
      'data/app/~~a==/com.example.shop-b==/lib/arm64/libcart.so',
      'opt/shop/com.example.shop',
      'system/lib64/libhwui.so',
    ]) {
      const names = path.split('/').map((text, index) => ({ 1: index + 1, 2: text }));
      const sequence = {
        5: [
          { 1: 1, 2: 'sort_cart' },
          { 1: 2, 2: 'memcmp' },
        ],
        17: [...names, { 1: 90, 2: 'system' }, { 1: 91, 2: 'libc.so' }],
        19: [
          { 1: 1, 7: names.map((name) => name[1]) },
          { 1: 2, 7: [90, 91] },
        ],
        6: [
          { 1: 1, 2: 1, 3: 1, 4: 0x1000 },
          { 1: 2, 2: 2, 3: 2, 4: 0x2000 },
        ],
        7: { 1: 9, 2: [1, 2] },
      };
      const packets = [
        { 10: 7, 13: 1, 43: { 1: 30, 6: 'com.example.shop' }, 44: { 1: 30, 2: 30, 5: 'main', 6: 4_000_000 } },
        { 10: 7, 13: 2, 12: sequence },
        { 10: 7, 13: 2, 54: { 1: Array.from({ length: 30 }, () => 9), 2: Array.from({ length: 30 }, () => 10_000) } },
      ];
      const { model } = await imported(readPerfetto, traceOf(packets));
      culprits.push(lagsOf(model).map(({ culprit }) => culprit?.method));
    }
    assert.deepEqual(culprits, [['sort_cart'], ['sort_cart'], [undefined]]);
  });

  test('only traces look like one, and pprof’s files do not', async () => {
    const { trace } = await traceOfTwoThreads();
    const looks = (bytes: Uint8Array): boolean => looksLikePerfetto({ bytes, text: '' });
    assert.deepEqual([madeTrace(), trace].map(looks), [true, true]);
    assert.deepEqual(
      [madeTrace(), trace].map((bytes) => looksLikePprof({ bytes, text: '' })),
      [false, false],
    );
    const pprof = messageOf({ 1: { 1: 1, 2: 2 }, 2: { 1: 1, 2: 5 }, 6: ['', 'wall'] }).take();
    assert.deepEqual([pprof, new Uint8Array(0), new TextEncoder().encode('\n\u0003abc')].map(looks), [false, false, false]);
    assert.equal((await recognise(madeTrace(), 'a.bin')).id, 'perfetto');
  });

  test('events of ftrace are a trace of Perfetto, no profile of pprof, also where no packet has a number', async () => {
    // Android 9: bundles of a core's events, beside them the user id of the writer.
    const bundle = traceOf([{ 1: { 1: 3, 2: { 1: 5_000_000, 2: 42, 3: { 2: 'B|42|layout\n' } } }, 3: 9_999 }]);
    assert.equal((await recognise(bundle, 'trace')).id, 'perfetto');
    assert.equal((await recognise(traceOf([{ 1: { 1: 0, 4: { 1: 1 } } }]), 'trace')).id, 'perfetto');
    const begin = { bytes: bundle, text: '' };
    assert.deepEqual([looksLikePerfetto(begin), looksLikePprof(begin)], [true, false]);
    assert.equal(looksLikePerfetto({ bytes: traceOf([{ 1: { 1: 'name', 2: 'value' } }]), text: '' }), false);
  });

  test('a file without slices and stacks is refused', async () => {
    await assert.rejects(imported(readPerfetto, traceOf([descriptor])), { code: 'format-unreadable' });
  });
});
