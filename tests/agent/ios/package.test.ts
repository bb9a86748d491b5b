import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { iosCompiler } from '../../../device-agents/build/ios-library.ts';
import { packageFolder, packageSources } from '../../../device-agents/build/package-sources.ts';
import { agentsRoot, sources } from '../../../device-agents/build/sources.ts';
import { type DarwinSdk, makeDarwinSdk } from './darwin-sdk.ts';

const execute = promisify(execFile);
const targets = ['arm64-apple-ios15.0', 'arm64-apple-ios15.0-simulator', 'x86_64-apple-ios15.0-simulator'] as const;

suite('the Swift package', { timeout: 600_000 }, () => {
  let folder: string;
  let sdk: DarwinSdk;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-package-'));
    sdk = await makeDarwinSdk(join(folder, 'sdk'));
  });
  after(() => rm(folder, { recursive: true }));

  /** @returns the first things that the compiler complains of */
  const complaints = async (target: string, ...flags: readonly string[]): Promise<readonly string[]> => {
    const argv = ['-target', target, '-isysroot', sdk.root, '-fsyntax-only', '-Wall', '-Wextra', '-DLAGLENS_AGENT=1', ...flags];
    const run = execute(iosCompiler, [...argv, ...(await sources(`${packageFolder}/*.c`))], { cwd: agentsRoot, maxBuffer: 1 << 26 });
    const said = await run.then(
      ({ stderr }) => stderr,
      ({ stderr }: { readonly stderr: string }) => stderr,
    );
    return (said.match(/^.*(?:error|warning): .*$/gm) ?? []).slice(0, 10);
  };

  /** @returns the symbols that all objects of the package define, those of single files among them */
  const symbols = async (name: string, ...flags: readonly string[]): Promise<readonly string[]> => {
    const objects = join(folder, name);
    await mkdir(objects);
    const files = (await sources(`${packageFolder}/*.c`)).map((path) => join(agentsRoot, path));
    const argv = ['-target', targets[0], '-isysroot', sdk.root, '-O0', ...flags, '-c', ...files];
    await execute(iosCompiler, argv, { cwd: objects, maxBuffer: 1 << 26 });
    const made = files.map((path) => join(objects, basename(path).replace(/c$/, 'o')));
    const { stdout } = await execute('llvm-nm-19', ['-U', '-j', ...made], { maxBuffer: 1 << 26 });
    return stdout.split('\n').filter((line) => line.startsWith('_'));
  };

  test('has each source of the agent, and one more for builds without it', async () => {
    const expected = await packageSources();
    const there = await sources(`${packageFolder}/*.c`);
    assert.deepEqual(there, [...expected.map(({ path }) => path), `${packageFolder}/release.c`].sort(), 'run: node scripts/generate.ts');
    for (const { path, text } of expected) assert.equal(await readFile(join(agentsRoot, path), 'utf8'), text);
  });

  test('is for iOS 15, which is the oldest that Xcode 27 takes, and brings the agent into debug builds alone', async () => {
    const manifest = await readFile(join(agentsRoot, 'Package.swift'), 'utf8');
    assert.match(manifest, /platforms: \[\.iOS\(\.v15\)\]/);
    assert.match(manifest, new RegExp(`path: "${packageFolder}"`));
    const defined = [...manifest.matchAll(/\.define\(.*\)/g)].map(String);
    assert.deepEqual(defined, ['.define("LAGLENS_AGENT", .when(platforms: [.iOS], configuration: .debug))']);
  });

  test('leaves one function that does nothing to release builds', async () => {
    assert.deepEqual(await symbols('release'), ['_laglens_start']);
    // The same question finds the agent where it is.
    const withAgent = await symbols('debug', '-DLAGLENS_AGENT=1');
    assert.ok(withAgent.includes('_laglens_start') && withAgent.includes('_laglens_snapshot') && withAgent.length > 200);
  });

  for (const target of targets) {
    test(`${target}: compiles with clang modules, as Xcode does it`, async () => {
      const modules = ['-fmodules', `-fmodules-cache-path=${join(folder, 'modules')}`, '-fmodule-name=Laglens'];
      assert.deepEqual(await complaints(target, ...modules), []);
    });

    test(`${target}: compiles with each of Apple’s C headers in sight`, async () => {
      assert.deepEqual(await complaints(target, '-include', sdk.allHeaders), []);
    });
  }
});
