import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { installDuckDb } from '../../features/lake/scripts/install-duckdb.ts'; // features/lake
import { installOldestNode } from '../../scripts/setup/oldest-node.ts';
import { buildTarball } from '../../scripts/setup/vsix.ts';
import type { DemoApp } from '../demo-app/start-demo-app.ts';
import { root } from '../house/project-sources.ts';
import type { Phone } from '../simulated/android/simulated-phone.ts';
import { startPhone } from '../simulated/android/start-phone.ts';

const execute = promisify(execFile);

/** Two functions in C++; `llvm-nm-14` says where they are. */
const program = 'namespace shop { int total(int n) { return n; } int Cart(int n) { return total(n) + 1; } }';

interface Ended {
  readonly code: unknown;
  readonly out: string;
  readonly said: string;
}

let folder: string;
let phone: Phone<DemoApp>;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens package '));
  const empty = join(folder, 'npm');
  const tarball = await buildTarball(() => undefined);
  // No registry is asked, and nothing is cached.
  await execute('npm', [
    'install',
    '--offline',
    '--cache',
    empty,
    '--no-audit',
    '--no-fund',
    '--prefix',
    join(folder, 'installed'),
    tarball,
  ]);
  await copyFile(join(root, 'media/sample/shop.laglens'), join(folder, 'shop.laglens'));
  phone = await startPhone({ android: '14', schedule: 'all' });
  await phone.launchApp();
});
after(async () => {
  await phone.stop();
  await rm(folder, { recursive: true, force: true });
});

it('is installed alone: it depends on nothing, and has no script for npm to run', async () => {
  assert.deepEqual(
    (await readdir(join(folder, 'installed/node_modules'))).filter((name) => !name.startsWith('.')),
    ['laglens'],
  );
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const npx = await execute('npx', ['--offline', 'laglens', '--version'], { cwd: join(folder, 'installed') });
  assert.equal(npx.stdout, `${version}\n`);
});

for (const [name, install] of [
  ['this Node', async () => process.execPath],
  ['Node 20', installOldestNode],
] as const) {
  describe(`npm’s package on ${name}`, () => {
    let node: string;
    let temporary: string;

    before(async () => {
      node = await install();
      temporary = join(folder, `temporary ${name}`);
      await mkdir(temporary);
    });

    /** Without a checkout, and without variables of the environment. */
    function run(...args: readonly string[]): Promise<Ended> {
      const env = {
        TMPDIR: temporary,
        HOME: folder,
        PATH: '/usr/bin:/bin',
        // The lakes' engine is there.
        XDG_CACHE_HOME: process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
      };
      const program = join(folder, 'installed/node_modules/.bin/laglens');
      return new Promise((resolve) => {
        execFile(node, [program, ...args], { cwd: folder, env }, (error, out, said) =>
          resolve({ code: error === null ? 0 : error.code, out, said }),
        );
      });
    }

    it('reports, judges and compares', async () => {
      // The sample has 18 lags (media/sample), none of a second.
      const budget = (overMs: number): string =>
        JSON.stringify({ overMs, leastSeconds: 20, rules: [{ measure: 'count', overMs, mostPerMinute: 0 }] });
      await writeFile(join(folder, 'holds.json'), budget(1_000));
      await writeFile(join(folder, 'breaks.json'), budget(100));
      assert.match((await run('report', 'shop.laglens')).out, /^18 lags over 100 ms/m);
      const holds = await run('check', 'shop.laglens', '--budget', 'holds.json', '--sarif', 'lags.sarif');
      assert.deepEqual([holds.code, holds.said], [0, '']);
      assert.match(holds.out, /^The budget holds\.$/m);
      assert.match(await readFile(join(folder, 'lags.sarif'), 'utf8'), /"version": ?"2\.1\.0"/);
      assert.equal((await run('check', 'shop.laglens', '--budget', 'breaks.json')).code, 1);
      assert.equal((await run('check', 'shop.laglens', '--budget', 'none.json')).code, 2);
      const diff = await run('diff', 'shop.laglens', 'shop.laglens', '--html', 'changes.html');
      assert.equal(diff.code, 0, diff.said);
      // Of both styles.
      assert.match(await readFile(join(folder, 'changes.html'), 'utf8'), /--vscode-[\s\S]*\.stacks/);
    });

    it('writes another tool’s profile, and reads it', async () => {
      const there = await run('convert', 'shop.laglens', 'shop.speedscope.json', '--force');
      assert.equal(there.code, 0, there.said);
      const back = await run('convert', 'shop.speedscope.json', 'back.laglens', '--force');
      assert.equal(back.code, 0, back.said);
      assert.match((await run('report', 'back.laglens')).out, /^\d+ lags over 100 ms/m);
    });

    // features/lake: its engine is the only thing that the package does not hold.
    it('keeps a lake and asks it', async () => {
      await installDuckDb(() => undefined); // features/lake
      const added = await run('lake', 'add', `fleet ${name}`, 'shop.laglens');
      assert.deepEqual([added.code, added.out], [0, 'Sessions: 1 added, 0 already there, 0 skipped.\n'], added.said);
      const asked = await run('lake', 'query', `fleet ${name}`, 'worst-groups', '--html', 'fleet.html');
      assert.match(asked.out, /CartRepository\.itemCount/);
      assert.match(await readFile(join(folder, 'fleet.html'), 'utf8'), /--vscode-[\s\S]*<script>[\s\S]*sort/);
    });

    it('makes names of C++ readable, with WebAssembly', async () => {
      const library = join(folder, 'libshop.so');
      await writeFile(join(folder, 'shop.cpp'), program);
      await execute('clang-14', ['-shared', '-nostdlib', '-fuse-ld=lld', '-o', library, join(folder, 'shop.cpp')]);
      const { stdout } = await execute('llvm-nm-14', [library]);
      const address = /^([0-9a-f]+) T _ZN4shop5totalEi$/m.exec(stdout)?.[1] ?? '';
      assert.match((await run('addr2line', library, `0x${address}`)).out, /shop::total\(int\)/);
      // The thread that reads builds starts, and ends.
      const named = await run('symbolicate', 'shop.laglens', '--build', folder, '-o', 'named.laglens');
      assert.deepEqual([named.code, named.out], [0, `${join(folder, 'named.laglens')}\n`], named.said);
    });

    it('records on a phone with the agent that it holds', async () => {
      const server = phone.server.socket.replace(/^tcp:/, '127.0.0.1:');
      const about = ['--adb-server', server, '--device', phone.serial, '--app', 'com.example.shop'];
      const recorded = await run('record', ...about, '--seconds', '4', '-o', 'own.laglens', '--force');
      assert.deepEqual([recorded.code, recorded.out], [0, `${join(folder, 'own.laglens')}\n`], recorded.said);
      assert.match((await run('report', 'own.laglens')).out, /com\.example\.shop/);
    });

    it('leaves nothing behind', async () => {
      assert.deepEqual(await readdir(temporary), []);
    });
  });
}
