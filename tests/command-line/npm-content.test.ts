import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { buildTarball } from '../../scripts/setup/vsix.ts';
import { root } from '../house/project-sources.ts';

/** Bytes that a user downloads. */
const LARGEST = 4e6;

/** All that npm installs. Whatever isn't named here must not be in it: no sources, no maps, no tests. */
const content = [
  'LICENSE',
  'README.md',
  'THIRD-PARTY-LICENSES.txt',
  'device-agents/prebuilt/arm64-v8a/liblaglens.so',
  'device-agents/prebuilt/armeabi-v7a/liblaglens.so',
  'device-agents/prebuilt/ios/liblaglens-sim.dylib',
  'device-agents/prebuilt/ios/liblaglens.dylib',
  'device-agents/prebuilt/laglens-hook.jar',
  'device-agents/prebuilt/laglens-sample.apk',
  'device-agents/prebuilt/x86_64/liblaglens.so',
  'dist/cli.cjs',
  'dist/llvm-demangler.wasm.br',
  'dist/mcp.mjs', // features/agent-tools
  'dist/rust-microsoft-demangler.wasm.br',
  'dist/swift-demangler.wasm.br',
  'dist/symbol-worker.cjs',
  'docs/agents.md',
  'docs/ci.md',
  'docs/cli.md',
  'docs/formats.md',
  'docs/lake.md',
  'media/laglens.budget.schema.json',
  'package.json',
  'sbom.cdx.json',
];

let tarball: string;
let folder: string;
const read = (path: string): Promise<string> => readFile(join(folder, 'package', path), 'utf8');

before(async () => {
  tarball = await buildTarball(() => undefined);
  folder = await mkdtemp(join(tmpdir(), 'laglens-npm-'));
  await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder]);
});
after(() => rm(folder, { recursive: true }));

test('npm’s package holds what it needs and nothing else, in at most 4 MB', async (t) => {
  const entries = await readdir(join(folder, 'package'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  assert.deepEqual(files.map((path) => path.slice(join(folder, 'package/').length).replaceAll('\\', '/')).sort(), content);
  const { size } = await stat(tarball);
  t.diagnostic(`npm’s package: ${size} bytes`);
  assert.ok(size <= LARGEST, `${size} bytes`);
});

test('npm’s package needs no other one, runs nothing at its installation, and names its program and its Node', async () => {
  const manifest = JSON.parse(await read('package.json'));
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  assert.deepEqual(
    Object.keys(manifest).filter((key) => /dependencies$|^scripts$|^private$/i.test(key)),
    [],
  );
  const { name, version, license, bin, engines } = manifest;
  assert.deepEqual([name, version, license], ['laglens', own.version, own.license]);
  assert.deepEqual([bin, engines], [{ laglens: 'dist/cli.cjs' }, { node: '>=20' }]);
  assert.match(await read('dist/cli.cjs'), /^#!\/usr\/bin\/env node\n/);
  if (process.platform !== 'win32') assert.equal((await stat(join(folder, 'package/dist/cli.cjs'))).mode & 0o111, 0o111);
});

test('npm’s page has three commands, and links to documents in the package', async () => {
  const page = await read('README.md');
  assert.equal(page.match(/^npx laglens /gm)?.length, 3);
  const links = [...page.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link);
  assert.ok(links.includes('docs/cli.md'));
  assert.deepEqual(
    links.filter((link) => !content.includes(link)),
    [],
  );
});

test('links of the documents in npm’s package lead to documents in it', async () => {
  const outward: string[] = [];
  for (const page of content.filter((path) => path.startsWith('docs/'))) {
    const links = [...(await read(page)).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    assert.ok(page !== 'docs/ci.md' || links.includes('../media/laglens.budget.schema.json'));
    outward.push(
      ...links.filter((link) => !link.includes('://') && !content.includes(posix.join('docs', link))).map((link) => `${page}: ${link}`),
    );
  }
  assert.deepEqual(outward, []);
});

test('npm’s package has no way to the network but the extension’s, and the licences of what it contains', async () => {
  const ways = ['cli', 'symbol-worker'].map(async (name) => {
    const found = (await read(`dist/${name}.cjs`)).match(
      /(?:require|import)\(["'](?:node:)?(?:https?|http2|dns|dgram|tls|undici|inspector)["']/g,
    );
    return [...new Set(found ?? [])].map((text) => text.replace(/.*["'](?:node:)?(\w+)["']/, '$1'));
  });
  assert.deepEqual(await Promise.all(ways), [['tls'], []]);
  const licences = await read('THIRD-PARTY-LICENSES.txt');
  for (const words of [
    /^@devicefarmer\/adbkit 3\.\d+\.\d+ \(Apache-2\.0\)$/m,
    /^gecko-profiler-demangle /m,
    /LLVM Exceptions/,
    /wasi-libc/,
  ])
    assert.match(licences, words);
  const { components } = JSON.parse(await read('sbom.cdx.json'));
  assert.ok(components.some(({ name }: { readonly name: string }) => name === 'adbkit'));
});
