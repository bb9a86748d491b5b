import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { sourceFiles } from '../../tests/house/project-sources.ts';
import { buildSharing } from './shared-modules.ts';

const sources = {
  'one.ts': `import { add, Count } from './both.ts'; import * as all from './also.ts';
    console.log(add(1, 2), new Count().up(), all.told(), import.meta.url.endsWith('/one.cjs'));
    import('./late.ts').then(({ late }) => console.log(late));`,
  'two.ts': `import { add as plus } from './both.ts'; import { told } from './also.ts'; console.log(plus(3, 4), told());`,
  'both.ts': `import { deep } from './deep.ts';
    export type Kind = 'a'; export const unused = 'never taken';
    export const add = (a: number, b: number): number => a + b + deep; export class Count { n = 0; up(): number { return ++this.n; } }`,
  'also.ts': `import { deep } from './deep.ts'; export function told(): string { return 'told ' + deep; }`,
  'deep.ts': `export const deep = 10;`,
  'late.ts': `import { add } from './both.ts'; export const late = 'late ' + add(0, 0);`,
};

test('bundles that share modules do what their sources say, and each module is written once', async (t) => {
  const root = await written(t);
  const node = {
    platform: 'node',
    format: 'cjs',
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  } as const;
  const common = { absWorkingDir: root, bundle: true, minify: true, metafile: true } as const;
  const bundles = ['one', 'two'].map((name) => ({ ...node, entryPoints: [`${name}.ts`], outfile: `dist/${name}.cjs` }));
  const shared = [{ outfile: 'dist/core.cjs', of: ['dist/one.cjs', 'dist/two.cjs'] }];
  assert.ok((await buildSharing(common, bundles, shared)).includes('deep.ts'));
  const run = async (name: string): Promise<string> => (await promisify(execFile)(process.execPath, [join(root, 'dist', name)])).stdout;
  assert.equal(await run('one.cjs'), '13 1 told 10 true\nlate 10\n');
  assert.equal(await run('two.cjs'), '17 told 10\n');
  const texts = await Promise.all(['core', 'one', 'two'].map((name) => readFile(join(root, 'dist', `${name}.cjs`), 'utf8')));
  assert.deepEqual(
    texts.map((text) => text.includes('told ')),
    [true, false, false],
  );
  assert.ok(!texts.join('').includes('never taken'));
});

test('no module exports a variable that changes: shared values are taken once', async () => {
  const files = await sourceFiles((path) => /^(?:features\/[\w-]+\/)?(?:core|protocol|host|extension)\/.*\.ts$/.test(path));
  assert.deepEqual(
    files.filter(({ lines }) => lines.some((line) => /^export (?:let|var)\b/.test(line))).map(({ path }) => path),
    [],
  );
});

async function written(t: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'laglens-shared-'));
  t.after(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'dist'));
  for (const [name, text] of Object.entries(sources)) await writeFile(join(root, name), text);
  return root;
}
