import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { looksLikePprof, readPprof } from '../../core/pprof/read.ts';
import { writePprof } from '../../core/pprof/write.ts';
import { type GoPprof, goPprof, NO_GO } from './go-pprof.ts';
import { imported } from './import-profile.ts';
import { stackTimes } from './stack-times.ts';
import { twoThreads } from './two-threads.ts';

/** Of `twoThreads`, added up by hand. */
const times = {
  'main: Shop.open;Cart.total': 40_000,
  'main: Shop.open;Cart.sort': 20_000,
  'decoder: Image.decode': 20_000,
};

async function written(): Promise<Buffer> {
  return Buffer.concat([...writePprof({ model: await twoThreads(), name: 'shop', lags: [] })]);
}

suite('pprof', () => {
  let folder: string;
  let pprof: GoPprof | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-pprof-'));
    pprof = await goPprof(folder);
  });

  after(() => rm(folder, { recursive: true }));

  test('Go’s pprof sums a written session as a person does', async (t) => {
    if (pprof === undefined) return t.skip(NO_GO);
    await writeFile(join(folder, 'shop.pb.gz'), gzipSync(await written()));
    const top = (await pprof('-top', '-unit=ms', 'shop.pb.gz')).split('\n');
    assert.ok(top.includes('Type: wall'), top.join('\n'));
    assert.deepEqual(
      top.filter((line) => /^ +\d/.test(line)).map((line) => line.trim().split(/ +/)),
      [
        ['40ms', '50.00%', '50.00%', '40ms', '50.00%', 'com.example.Cart.total'],
        ['20ms', '25.00%', '75.00%', '20ms', '25.00%', 'com.example.Cart.sort'],
        ['20ms', '25.00%', '100%', '20ms', '25.00%', 'com.example.Image.decode'],
        ['0', '0%', '100%', '60ms', '75.00%', 'com.example.Shop.open'],
      ],
    );
    const raw = await pprof('-raw', 'shop.pb.gz');
    assert.match(raw, /Time: 2023-11-14 22:13:20/);
    assert.match(raw, /40000: \d \d \n +thread:\[main\]\n +tid:\[7\]/);
    assert.match(raw, /com\.example\.Cart\.total Cart\.java:12 /);
  });

  test('a file that Go’s pprof wrote is read', async (t) => {
    if (pprof === undefined) return t.skip(NO_GO);
    await writeFile(join(folder, 'given.pb'), await written());
    // Two of the same file: their sums are twice as long.
    await pprof('-proto', '-output=merged.pb.gz', 'given.pb', 'given.pb');
    const bytes = gunzipSync(await readFile(join(folder, 'merged.pb.gz')));
    assert.ok(looksLikePprof({ bytes, text: '' }));
    const { model } = await imported(readPprof, bytes, 1_000);
    assert.deepEqual(stackTimes(model), Object.fromEntries(Object.entries(times).map(([stack, us]) => [stack, 2 * us])));
  });

  test('a written session comes back with its stacks, lines, threads and times', async () => {
    const { model, report } = await imported(readPprof, await written(), 100);
    assert.deepEqual(stackTimes(model), times);
    assert.deepEqual(
      model.threads.map(({ name, tid }) => [name, tid]),
      [
        ['main', 7],
        ['decoder', 9],
      ],
    );
    assert.deepEqual([...model.nodes.line].slice(1, model.nodes.length).sort(), [12, 30, 4, 5]);
    assert.match(report.text, /Read: 3 samples\./);
    assert.match(report.text, /follow one another/);
  });

  test('a cut file opens to its last whole piece', async () => {
    const whole = await written();
    const { model, report } = await imported(readPprof, whole.subarray(0, whole.length - 5), 100);
    assert.ok(report.isTruncated);
    assert.match(report.text, new RegExp(`it ends after \\d+ of ${whole.length - 5} bytes`));
    // The texts come last: the worker's name is not among them.
    assert.equal(
      Object.values(stackTimes(model)).reduce((sum, us) => sum + us, 0),
      80_000,
    );
  });
});
