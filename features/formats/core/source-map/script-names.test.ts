import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { uint32At } from '../../../../core/columns/at.ts';
import { field, listField } from '../../../../core/text/json-fields.ts';
import { type Imported, imported, sourceOf } from '../../tests/formats/import-profile.ts';
import type { ByteSource } from '../import/byte-source.ts';
import { SourceMap } from './source-map.ts';

const { readTrace } = await import('../chrome/read.ts');
const { readCpuProfile } = await import('../v8/read.ts');

function fixture(name: string): Promise<string> {
  return readFile(new URL(`../../../../tests/fixtures/source-maps/${name}`, import.meta.url), 'utf8');
}

async function mapSource(name: string, content?: string): Promise<ByteSource> {
  return { ...sourceOf(content ?? (await fixture(name)), 65_536), name };
}

/** `function file:line` of each method of a session. */
function frames({ model }: Imported): readonly string[] {
  const seen = new Set<string>();
  for (let node = 1; node < model.nodes.length; node++) {
    const method = model.methods[uint32At(model.nodes.method, node)];
    seen.add(`${method?.name} ${method?.sourceFile}:${uint32At(model.nodes.line, node)}`);
  }
  return [...seen].sort();
}

const REQUIRE = '/shop/node_modules/metro-runtime/src/polyfills/require.js';

suite('names of JavaScript by source maps', () => {
  test('both maps give the sources, lines and names of source-map 0.7.4 at each place', async () => {
    const places: unknown = JSON.parse(await fixture('places.json'));
    let count = 0;
    for (const file of ['composed.map', 'bundle.map']) {
      const map = new SourceMap(JSON.parse(await fixture(file)));
      for (const place of listField(places, file)) {
        const [line, column, ...expected] = place as readonly [number, number, string | null, number | null, string | null];
        const found = map.at(line - 1, column);
        assert.deepEqual([found?.file ?? null, found?.line ?? null, found?.name || null], expected, `${file} ${line}:${column}`);
        count++;
      }
    }
    assert.equal(count, 128);
  });

  test('a release’s profile has the functions and lines of metro-symbolicate, by bytes of its bytecode', async () => {
    const sourceMap = await mapSource('composed.map');
    const read = await imported(readTrace, await fixture('release.json'), 4_096, { sourceMap });
    // Two helpers of Babel and the begin of the bundle have no source.
    assert.deepEqual(frames(read), [
      '(anonymous) bytecode:1:2036:0',
      '(anonymous) bytecode:1:2451:0',
      '<global> /shop/index.js:1',
      'Cart#total /shop/src/cart.js:8',
      'global bytecode:1:0:0',
      `guardedLoadModule ${REQUIRE}:190`,
      'hermes :0',
      `loadModuleImplementation ${REQUIRE}:285`,
      `metroRequire ${REQUIRE}:98`,
      'priceOf /shop/src/cart.js:13',
      'refresh /shop/index.js:6',
    ]);
    assert.match(read.report.text, /^composed\.map names 13 of 16 places of JavaScript; a profile does not say/m);
    assert.match(read.report.text, /^composed\.map has no source for 3 of 16 places of JavaScript\.$/m);
  });

  test('a profile with places in the bundle has them by the bundle’s map; Hermes counts its columns from 1', async () => {
    const read = await imported(readTrace, await fixture('debug.json'), 4_096, { sourceMap: await mapSource('bundle.map') });
    assert.deepEqual(frames(read), [
      'Cart#total /shop/src/cart.js:8',
      'arrayPrototypePush :0',
      'global index.android.bundle:11',
      `guardedLoadModule ${REQUIRE}:190`,
      'hermes :0',
      `loadModuleImplementation ${REQUIRE}:285`,
      `metroRequire ${REQUIRE}:98`,
      'priceOf /shop/src/cart.js:13',
      'refresh /shop/index.js:5',
      'refresh /shop/index.js:6',
    ]);
  });

  test('a .cpuprofile whose columns are bytes of bytecode is named at the begins of its functions', async () => {
    const trace: unknown = JSON.parse(await fixture('release.json'));
    const begins = [2316, 2166, 1914, 783];
    const nodes = begins.map((columnNumber, at) => ({
      id: at + 1,
      callFrame: { functionName: 'o', url: 'index.android.bundle', lineNumber: 0, columnNumber },
    }));
    for (const begin of begins)
      assert.ok(Object.values(field(trace, 'stackFrames') ?? {}).some((frame) => field(frame, 'funcVirtAddr') === `${begin}`));
    const profile = JSON.stringify({ nodes, startTime: 0, endTime: 4_000, samples: [1, 2, 3, 4], timeDeltas: [0, 1_000, 1_000, 1_000] });
    const read = await imported(readCpuProfile, profile, 4_096, { sourceMap: await mapSource('composed.map') });
    assert.deepEqual(frames(read), [
      'Cart#total /shop/src/cart.js:6',
      `metroRequire ${REQUIRE}:61`,
      'o index.android.bundle:1:1915:0',
      'priceOf /shop/src/cart.js:13',
    ]);
  });

  test('a map of another kind or build names nothing, and the import says why', async () => {
    const release = await fixture('release.json');
    const bundle = await imported(readTrace, release, 4_096, { sourceMap: await mapSource('bundle.map') });
    assert.match(bundle.report.text, /^bundle\.map is the bundle’s, but the profile is of Hermes’ bytecode: it needs the map that React/m);
    assert.equal(frames(bundle).filter((frame) => frame.includes('/shop')).length, 0);
    const debug = await imported(readTrace, await fixture('debug.json'), 4_096, { sourceMap: await mapSource('composed.map') });
    assert.match(debug.report.text, /^composed\.map is of Hermes’ bytecode, but the profile has places in the bundle/m);
    const other = (await fixture('composed.map')).replace(/"0":\[[\d,]{1,9999}\]/, '"0":[0,470,740]');
    const built = await imported(readTrace, release, 4_096, { sourceMap: await mapSource('composed.map', other) });
    assert.match(
      built.report.text,
      /^composed\.map is of another build for 15 of 16 places of JavaScript, whose functions begin elsewhere\.$/m,
    );
    const internal = release.replaceAll(
      /"funcVirtAddr": ?"\d+", ?"offset": ?"\d+", ?"name": ?"(\w*)"/g,
      '"name":"$1(address at InternalBytecode.js:1:40)"',
    );
    const own = await imported(readTrace, internal, 4_096, { sourceMap: await mapSource('composed.map') });
    assert.match(own.report.text, /^composed\.map names nothing: the profile has no places in its script\.$/m);
  });

  test('a map beside the profile is found by its usual name, and names its own bundle only', async () => {
    const beside = async (name: string): Promise<ByteSource | undefined> =>
      name === 'index.android.bundle.map' ? mapSource(name, await fixture('bundle.map')) : undefined;
    const debug = await fixture('debug.json');
    assert.ok(frames(await imported(readTrace, debug, 4_096, { beside })).includes('priceOf /shop/src/cart.js:13'));
    const other = await imported(readTrace, debug.replaceAll('index.android.bundle', 'vendor.bundle'), 4_096, { beside });
    assert.ok(frames(other).includes('o vendor.bundle:4'));
    assert.doesNotMatch(other.report.text, /\.map/);
  });

  test('a given map that is not a map, cut or damaged is refused; one beside the profile is said to name nothing', async () => {
    const debug = await fixture('debug.json');
    const good = await fixture('composed.map');
    const damaged = good.replace('"mappings":"', '"mappings":"A!');
    for (const [content, why] of [
      ['{"version":3}', /is no source map of revision 3/],
      [damaged, /is cut or damaged/],
      [good.slice(0, 4_000), /is no source map|is cut or damaged/],
      ['no', /is no JSON/],
    ] as const) {
      await assert.rejects(imported(readTrace, debug, 4_096, { sourceMap: await mapSource('m.map', content) }), why);
      const beside = (name: string): Promise<ByteSource> => mapSource(name, content);
      assert.match((await imported(readTrace, debug, 4_096, { beside })).report.text, /It names nothing\./);
    }
  });

  test('sections within sections begin at the sums of their offsets', () => {
    const map = { sources: ['a.js'], mappings: 'AAAA' };
    const inner = { sections: [{ offset: { line: 0, column: 7 }, map }] };
    const nested = new SourceMap({ version: 3, sections: [{ offset: { line: 2, column: 5 }, map: inner }] });
    assert.deepEqual([nested.at(2, 11), nested.at(2, 12)?.file, nested.at(3, 0)], [undefined, 'a.js', undefined]);
  });
});
