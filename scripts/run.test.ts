import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Stands in for npm: leaves the record that npm leaves of what it installed, with the versions of the lock file. */
const npm = `
import { copyFileSync, mkdirSync } from 'node:fs';
console.log('npm was asked to', process.argv[2]);
mkdirSync('node_modules', { recursive: true });
copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
`;

let checkout: string;

before(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'laglens-run-'));
  await mkdir(join(checkout, 'scripts'));
  await cp(fileURLToPath(new URL('run.mjs', import.meta.url)), join(checkout, 'scripts', 'run.mjs'));
  await writeFile(
    join(checkout, 'scripts', 'greet.ts'),
    'const [who]: string[] = process.argv.slice(2); console.log(who); process.exit(7);',
  );
  await writeFile(join(checkout, 'npm.js'), npm);
  await writeFile(join(checkout, 'package.json'), '{"type":"module"}');
  await lock('1.0.0');
});

after(() => rm(checkout, { recursive: true, force: true }));

test('the first run installs, says so on standard error alone, and hands over arguments and exit code', async () => {
  assert.deepEqual(await run('greet', 'you'), { code: 7, out: 'you\n', said: 'npm was asked to ci' });
});

test('the second run has nothing to say', async () => {
  assert.deepEqual(await run('greet', 'you'), { code: 7, out: 'you\n', said: undefined });
});

test('another version in the lock file is installed; an optional package for another system may be missing', async () => {
  await lock('1.0.1', { 'node_modules/for-another-system': { version: '1.0.0', optional: true } });
  assert.equal((await run('greet', 'you')).said, 'npm was asked to ci');
});

async function lock(version: string, more: object = {}): Promise<void> {
  const packages = { '': { name: 'x' }, 'node_modules/some-package': { version }, ...more };
  await writeFile(join(checkout, 'package-lock.json'), JSON.stringify({ packages }));
}

/** `said` is the stand-in's line, if it was called. */
function run(...args: readonly string[]): Promise<{ code: number; out: string; said: string | undefined }> {
  const options = { env: { ...process.env, npm_execpath: join(checkout, 'npm.js') } };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(checkout, 'scripts', 'run.mjs'), ...args], options, (_error, out, words) => {
      resolve({ code: child.exitCode ?? -1, out, said: /npm was asked to \w+/.exec(words)?.[0] });
    });
  });
}
