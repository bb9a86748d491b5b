import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, type TestContext, test } from 'node:test';
import { ensurePackages } from './setup-packages.ts';

let programs: string;
let calls: string;
let path: string | undefined;

/** Stand-ins come first in PATH and note their calls; only adb is missing on their machine. */
beforeEach(async () => {
  programs = await mkdtemp(join(tmpdir(), 'laglens-apt-'));
  calls = join(programs, 'calls');
  path = process.env.PATH;
  process.env.PATH = `${programs}:${path}`;
  await program('dpkg-query', `for name in "$@"; do case $name in -*|adb|*status*) ;; *) echo "$name installed" ;; esac; done; exit 1`);
  await program('apt-get', `echo "$@" >> ${calls}`);
});

afterEach(async () => {
  process.env.PATH = path;
  await rm(programs, { recursive: true, force: true });
});

test('what is missing is installed by root, after a refresh of the lists', async (t) => {
  as(t, 0);
  const said: string[] = [];
  await ensurePackages(['adb', 'browser'], (line) => said.push(line));
  assert.equal(
    await readFile(calls, 'utf8'),
    '-q -o DPkg::Lock::Timeout=300 update\n-q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends adb\n',
  );
  assert.match(said[0] ?? '', /^Debian packages: installing adb \.\.\.$/);
});

test('what apt-get says is shown when it fails, with the command to try by hand', async (t) => {
  as(t, 0);
  await program('apt-get', 'echo "E: no such mirror"; exit 100');
  await assert.rejects(
    ensurePackages(['adb'], () => undefined),
    /no such mirror\s+apt-get update ended with code 100\. By hand:\n {2}sudo apt-get/,
  );
});

test('a user who may not install gets the exact command', async (t) => {
  as(t, 1000);
  await program('sudo', 'exit 1');
  const command = 'sudo apt-get update && sudo apt-get install -y --no-install-recommends adb';
  await assert.rejects(ensurePackages(['adb'], assert.fail), { message: new RegExp(`needs root.*\\n  ${command}$`) });
});

test('nothing is said or asked when all is there', async (t) => {
  as(t, 1000);
  await ensurePackages(['browser'], assert.fail);
});

test('a system without dpkg learns what it would need', async () => {
  process.env.PATH = '/nonexistent';
  await assert.rejects(ensurePackages(['adb'], assert.fail), /Debian 12 only; .* packages hold: adb\./);
});

async function program(name: string, script: string): Promise<void> {
  await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(programs, name), 0o755);
}

function as(t: TestContext, uid: number): void {
  t.mock.property(process, 'getuid', () => uid);
}
