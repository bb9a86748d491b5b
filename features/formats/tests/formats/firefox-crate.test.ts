import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { sampleValues } from '../../../../tests/core/sample-values.ts';
import { readFirefox } from '../../core/firefox/read.ts';
import { writeFirefox } from '../../core/firefox/write.ts';
import { ImportReport } from '../../core/import/import-report.ts';
import { SessionBuilder } from '../../core/import/session-builder.ts';
import { crateProfile } from './firefox-crate.ts';
import { imported, lagsOf, modelOf, rowsOf } from './import-profile.ts';
import { shapesOf } from './shapes.ts';
import { writtenProfile } from './written-profile.ts';

/** The content of the crate's profile, firefox-crate/src/main.rs. */
async function sameContent(): Promise<SessionModel> {
  const builder = new SessionBuilder(new ImportReport('made'));
  builder.process({ name: 'com.example.shop', pid: 7, system: 'android', wallUs: 1_700_000_000_000_000, intervalUs: 10_000 });
  const main = builder.thread({ name: 'com.example.shop', tid: 7, isMain: true });
  const worker = builder.thread({ name: 'decoder', tid: 9 });
  const buildId = Uint8Array.from('0102030405060708091011121314151617181920'.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const image = builder.image({ path: '/data/app/libshop.so', buildId });
  const open = builder.stack(0, builder.frame({ class: 'com.example.Shop', function: 'open' }));
  const total = builder.stack(open, builder.frame({ class: 'com.example.Cart', function: 'total' }));
  builder.sample(main, 0, 150_000, total);
  builder.sample(main, 150_000, 200_000, builder.stack(open, builder.frame({ function: '', image, address: 0x40 })));
  builder.sample(worker, 50_000, 80_000, open);
  builder.mark(20_000, 'Buy');
  builder.collection(30_000, 35_000);
  return modelOf(builder);
}

interface Table {
  readonly [column: string]: readonly number[];
}

interface Profile {
  readonly threads: readonly {
    readonly name: string;
    readonly stringArray: readonly string[];
    readonly samples: { readonly stack: readonly (number | null)[]; readonly timeDeltas: readonly number[] };
    readonly stackTable: Table;
    readonly frameTable: Table;
    readonly funcTable: Table;
  }[];
}

/** Names of a thread's functions at a moment, by the format's rules alone: the last sample before it. */
function namesAt({ samples, stackTable, frameTable, funcTable, stringArray }: Profile['threads'][number], atMs: number): readonly string[] {
  let timeMs = 0;
  let stack: number | null | undefined = null;
  for (const [row, deltaMs] of samples.timeDeltas.entries()) {
    timeMs += deltaMs;
    if (timeMs > atMs) break;
    stack = samples.stack[row];
  }
  const names: string[] = [];
  for (; stack !== null && stack !== undefined; stack = stackTable.prefix?.[stack]) {
    const func = frameTable.func?.[stackTable.frame?.[stack] ?? -1];
    names.unshift(stringArray[funcTable.name?.[func ?? -1] ?? -1] ?? '');
  }
  return names;
}

/** Optional by the viewer's types (src/types/profile.ts), and left out: imports of other tools have no CPU times. */
const leftOut = ['threads[].samples.threadCPUDelta', 'threads[].samples.threadCPUDelta[]'];
/** Optional there, and unknown to the crate. */
const added = ['meta.importedFrom'];
/** The crate's own kinds of markers differ. */
const ofMarkers = /^(?:threads\[\]\.markers\.data\[\]\.|meta\.markerSchema\[\]\.)/;

suite('the crate fxprof-processed-profile', () => {
  let theirs: Awaited<ReturnType<typeof crateProfile>>;
  before(async () => {
    theirs = await crateProfile();
  });

  test('has the fields, types and stacks that are written for the same content', async (t) => {
    if ('missing' in theirs) return t.skip(theirs.missing);
    const model = await sameContent();
    const written = writtenProfile(writeFirefox, { model, name: 'shop', lags: lagsOf(model) }).toString();
    const [ours, reference]: readonly Profile[] = [JSON.parse(written), JSON.parse(theirs.text)];
    assert.ok(ours !== undefined && reference !== undefined);
    const [own, other] = [shapesOf(ours), shapesOf(reference)];
    const without = (these: ReadonlyMap<string, unknown>, those: ReadonlyMap<string, unknown>): readonly string[] =>
      [...these.keys()].filter((path) => !those.has(path) && !ofMarkers.test(path)).sort();
    assert.deepEqual(without(other, own), leftOut);
    assert.deepEqual(without(own, other), added);
    for (const [path, types] of own)
      for (const type of types)
        if (!ofMarkers.test(path)) assert.ok(other.get(path)?.has(type) ?? added.includes(path), `${path}: ${type}`);
    for (const atMs of [0, 5, 149, 151, 199, 201])
      for (const [index, thread] of reference.threads.entries()) {
        const mine: Profile['threads'][number] | undefined = ours.threads[index];
        assert.ok(mine);
        assert.equal(mine.name, thread.name);
        // A sample without a next one lasts on in the crate's profile.
        if (index === 0 || atMs < 80) assert.deepEqual(namesAt(mine, atMs), namesAt(thread, atMs), `${thread.name} at ${atMs} ms`);
      }
  });

  test('writes profiles that are read: stacks, a library, CPU times, a mark and a pause', async (t) => {
    if ('missing' in theirs) return t.skip(theirs.missing);
    const { model } = await imported(readFirefox, theirs.text, 1 << 12);
    const [main, worker] = model.threads;
    assert.ok(main !== undefined && worker !== undefined);
    assert.deepEqual([main.tid, main.isMain, worker.name, worker.tid, worker.isMain], [7, true, 'decoder', 9, false]);
    const address = 'Lcom/example/Shop;open/';
    assert.deepEqual(rowsOf(model, main), [
      '0-150 Lcom/example/Shop;open/Lcom/example/Cart;total',
      `150-190 ${address}`,
      // The empty stack behind it counts no CPU time.
      `190-200 ${address}`,
    ]);
    // Fifteen intervals of 4 ms each, and four.
    assert.deepEqual(sampleValues(main.samples, 'cpuUs', 2), [60_000, 16_000]);
    assert.deepEqual(rowsOf(model, worker), ['50-80 Lcom/example/Shop;open']);
    assert.deepEqual([model.images[1]?.path, model.images[1]?.id], ['/data/app/libshop.so', '0102030405060708091011121314151617181920']);
    assert.deepEqual(
      model.marks.map(({ atUs, name }) => `${atUs} ${name}`),
      ['20000 Tapped: Buy'],
    );
    assert.equal(model.runs[0]?.gcs.length, 1);
    assert.equal(lagsOf(model).length, 1);
  });
});
