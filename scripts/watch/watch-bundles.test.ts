import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Built, watchBundles } from './watch-bundles.ts';

test('a change builds the bundles that read it; an error says where, and the next change mends it', { timeout: 120_000 }, async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'laglens-watch-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFile(join(root, name), text);
  await write('shared.ts', 'export const shared: string = "first";\n');
  await write('page.ts', 'import { shared } from "./shared.ts";\nconsole.log(shared);\n');
  await write('host.ts', 'console.log("host");\n');

  const results: Built[] = [];
  let starts = 0;
  let wake = (): void => undefined;
  const end = await watchBundles(
    root,
    ['page', 'host'].map((name) => ({ entryPoints: [`${name}.ts`], outfile: `dist/${name}.js` })),
    {
      building: () => {
        starts++;
      },
      built: (built) => {
        results.push(built);
        wake();
      },
    },
  );
  t.after(end);
  /** Until the results fulfil a condition. */
  const until = async (isThere: () => boolean): Promise<void> => {
    while (!isThere())
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  const outputs = () => results.flatMap((built) => built.outputs);

  await until(() => outputs().length >= 2);
  assert.deepEqual(outputs().sort(), ['dist/host.js', 'dist/page.js']);

  results.length = 0;
  await write('shared.ts', 'export const shared: string = "second";\n');
  await until(() => results.length > 0);
  assert.deepEqual([outputs(), results[0]?.errors], [['dist/page.js'], []]);
  assert.match(await readFile(join(root, 'dist/page.js'), 'utf8'), /second[\s\S]*sourceMappingURL=page\.js\.map/);

  results.length = 0;
  await write('host.ts', '\nconsole.log(;\n');
  await until(() => results.length > 0);
  assert.deepEqual([outputs(), results[0]?.errors], [[], ['host.ts:2:13: error: Unexpected ";"']]);

  results.length = 0;
  await write('host.ts', 'console.log("mended");\n');
  await until(() => results.length > 0);
  assert.deepEqual([outputs(), results[0]?.errors], [['dist/host.js'], []]);
  assert.ok(starts >= 4, `${starts} starts`);
});
