import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { root } from '../house/project-sources.ts';

let folder: string;
/** What VS Code's terminals have in their path. */
let bin: string;
let version: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens vsix '));
  await promisify(execFile)('unzip', ['-q', await buildVsix(() => undefined), '-d', folder]);
  bin = join(folder, 'extension/dist/bin');
  await copyFile(join(root, 'media/sample/shop.laglens'), join(folder, 'shop.laglens'));
  version = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
});
after(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: unknown;
  readonly out: string;
  readonly said: string;
}

/** As a shell of VS Code's terminal finds the command. */
function typed(
  line: string,
  { path = '/usr/bin:/bin', ...more }: { readonly path?: string; readonly LAGLENS_NODE?: string },
): Promise<Ended> {
  const env = { PATH: `${bin}:${path}`, HOME: folder, ...more };
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', line], { cwd: folder, env }, (error, out, said) =>
      resolve({ code: error === null ? 0 : error.code, out, said }),
    );
  });
}

test('the command of the .vsix runs by the editor’s executable', async () => {
  const editor = { LAGLENS_NODE: process.execPath };
  assert.deepEqual(await typed('laglens --version', editor), { code: 0, out: `${version}\n`, said: '' });
  assert.match((await typed('laglens report shop.laglens', editor)).out, /^18 lags over 100 ms/m);
  assert.equal((await typed('laglens report "no such.laglens"', editor)).code, 1);
  const diff = await typed('laglens diff shop.laglens shop.laglens --html "what changed.html"', editor);
  assert.equal(diff.code, 0, diff.said);
  assert.match(await readFile(join(folder, 'what changed.html'), 'utf8'), /--vscode-/);
  const converted = await typed('laglens convert shop.laglens shop.speedscope.json', editor);
  assert.equal(converted.code, 0, converted.said);
  const addresses = await typed('laglens addr2line extension/device-agents/prebuilt/x86_64/liblaglens.so 0x4000', editor);
  assert.deepEqual([addresses.code, addresses.said], [0, '']);
  const named = await typed('laglens symbolicate shop.laglens --build extension/device-agents -o named.laglens', editor);
  assert.equal(named.code, 0, named.said);
  assert.match((await typed('laglens devices', editor)).out, /^jvm /m);
});

test('the editor’s executable is Node for the command alone, not for programs that it starts', async () => {
  // Electron, which is Node with this variable.
  const electron = join(folder, 'electron');
  await writeFile(electron, `#!/bin/sh\necho "starts with $ELECTRON_RUN_AS_NODE"\nexec '${process.execPath}' -r "$HOME/says.cjs" "$@"\n`, {
    mode: 0o755,
  });
  await writeFile(join(folder, 'says.cjs'), "process.on('exit', () => console.log('ends with', process.env.ELECTRON_RUN_AS_NODE));");
  assert.equal((await typed('laglens --version', { LAGLENS_NODE: electron })).out, `starts with 1\n${version}\nends with undefined\n`);
});

test('without the editor’s executable the command runs by Node in the path', async () => {
  const nodes = join(folder, 'nodes');
  await mkdir(nodes);
  await symlink(process.execPath, join(nodes, 'node'));
  const gone = { LAGLENS_NODE: '/gone/code', path: `${nodes}:/usr/bin:/bin` };
  assert.deepEqual(await typed('laglens --version', gone), { code: 0, out: `${version}\n`, said: '' });
});

test('without any Node the next step is said', async () => {
  const [line, ...more] = (await typed('laglens --version', { LAGLENS_NODE: '/gone/code', path: '/nowhere' })).said.split('\n');
  assert.equal(line, "laglens: VS Code's executable is gone, and no Node is in the path. Open the terminal again.");
  assert.deepEqual(more, ['']);
});

test('Windows’ start names the same program, by the same variable', async () => {
  const text = await readFile(join(bin, 'laglens.cmd'), 'utf8');
  assert.match(text, /^"%LAGLENS_NODE%" "%~dp0\.\.\\cli\.cjs" %\*\r$/m);
  assert.match(text, /^set ELECTRON_RUN_AS_NODE=1\r$/m);
  assert.doesNotMatch(text, /[^\r]\n/);
});
