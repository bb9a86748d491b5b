import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { descendants } from './descendants.ts';

const files = {
  'right.test.ts': `import { test } from 'node:test'; test('right', () => {}); test('left out', (context) => context.skip());`,
  'two.test.ts': `import { suite, test } from 'node:test'; suite('both', () => { test('one', () => {}); test('two', () => {}); });`,
  'wrong.test.ts': `import { test } from 'node:test'; test('wrong', () => { throw new Error('seven is not eight'); });`,
  'crashed.test.ts': `import { test } from 'node:test'; test('crashes', () => process.kill(process.pid, 'SIGSEGV'));`,
  'ends.test.ts': 'process.exit(3);',
  'hangs.test.ts': `
    import { type ChildProcess, spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    import { test } from 'node:test';
    const child = spawn('sleep', ['600'], { detached: true });
    writeFileSync('pids', [process.pid, child.pid].join(' '));
    test('hangs', () => new Promise(() => setInterval(() => {}, 1_000)));`,
};

const runner = `
  import { runTests } from ${JSON.stringify(new URL('run-tests.ts', import.meta.url).href)};
  const [fileMs, ...names] = process.argv.slice(2);
  const options = { root: process.cwd(), testMs: 200_000, fileMs: Number(fileMs) };
  process.exitCode = await runTests(names, options, [['set-up', 7_000]], (line) => process.stderr.write(line + '\\n'));`;

suite('a run of test files', { timeout: 240_000 }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-test-run-'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'run.ts'), runner);
    for (const [name, source] of Object.entries(files)) await writeFile(join(folder, name), source);
  });
  after(() => rm(folder, { recursive: true }));

  function start(names: readonly (keyof typeof files)[], fileMs: number, more: NodeJS.ProcessEnv = {}): ChildProcess {
    // A run inside a test would report to it.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return spawn(process.execPath, ['run.ts', String(fileMs), ...names], {
      cwd: folder,
      env: { ...env, XDG_CACHE_HOME: folder, ...more },
      stdio: 'pipe',
    });
  }

  async function ran(names: readonly (keyof typeof files)[], fileMs = 200_000): Promise<{ code: number; output: string; lines: string[] }> {
    const child = start(names, fileMs);
    assert.ok(child.stdout !== null && child.stderr !== null);
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code, output: output + errors, lines: output.trimEnd().split('\n') };
  }

  /** The tests' processes, the second of which does not end with the first. */
  const pids = async (): Promise<readonly number[]> => (await readFile(join(folder, 'pids'), 'utf8')).split(' ').map(Number);
  const isThere = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test('ends with the table of minutes and the sums of all files, as Node’s test runner says them', async () => {
    const { code, lines, output } = await ran(['right.test.ts', 'two.test.ts']);
    assert.equal(code, 0, output);
    const table = lines.findIndex((line) => line.startsWith('Minutes by group'));
    assert.match(lines[table + 1] ?? '', /^ {2}set-up +0:07$/);
    assert.match(lines[table + 2] ?? '', /^ {2}other +0:\d\d {2}2 files, 0:\d\d of processors$/);
    const figures = lines.slice(table + 4).filter((line) => line !== '');
    assert.deepEqual(
      figures.map((line) => line.replace(/duration_ms [\d.]+/, 'duration_ms')),
      ['tests 4', 'suites 1', 'pass 3', 'fail 0', 'cancelled 0', 'skipped 1', 'todo 0', 'duration_ms'].map((figure) => `ℹ ${figure}`),
    );
    // Both run at once, but the lines of a file stay together.
    const own = lines.filter((line) => /^\s*[▶✔]/.test(line)).map((line) => line.replace(/ \([\d.]+ms\)/, ''));
    const two = ['▶ both', '  ✔ one', '  ✔ two', '✔ both'];
    const at = own.indexOf('▶ both');
    assert.deepEqual(own.slice(at, at + 4), two);
  });

  test('fails with a failing test, with a program that crashes and with one that ends itself, and names each', async () => {
    const { code, lines, output } = await ran(['right.test.ts', 'wrong.test.ts', 'crashed.test.ts', 'ends.test.ts']);
    assert.equal(code, 1);
    assert.ok(lines.includes('ℹ fail 3') && lines.includes('ℹ pass 1') && lines.includes('ℹ skipped 1'), output);
    const failing = output.slice(output.indexOf('failing tests:'));
    for (const name of ['wrong', 'crashed.test.ts', 'ends.test.ts']) assert.ok(failing.includes(`✖ ${name}`), failing);
    assert.match(failing, /seven is not eight/);
  });

  test('ends a file that takes too long, with all that it started, and fails', async () => {
    const { code, output } = await ran(['hangs.test.ts', 'right.test.ts'], 5_000);
    assert.equal(code, 1);
    assert.match(output, /^hangs\.test\.ts took too long: it is ended\.$/m);
    assert.match(output.slice(output.indexOf('failing tests:')), /✖ hangs\.test\.ts/);
    assert.match(output, /^ℹ pass 1$/m);
    assert.deepEqual((await pids()).filter(isThere), []);
  });

  test('fails where Node’s test runner skips files, as it does inside a test', async () => {
    const child = start(['right.test.ts'], 200_000, { NODE_TEST_CONTEXT: 'child-v8' });
    assert.equal((await once(child, 'close'))[0], 1);
  });

  test('is interrupted: its processes end, the running file is named, and the exit code is the signal’s', async () => {
    await rm(join(folder, 'pids'), { force: true });
    const child = start(['hangs.test.ts'], 200_000);
    const output = child.stdout === null ? '' : text(child.stdout);
    while (child.exitCode === null && !(await readFile(join(folder, 'pids'), 'utf8').catch(() => '')).includes(' ')) await pause(50);
    assert.ok((await pids()).every(isThere));
    assert.ok(child.pid !== undefined && (await descendants(child.pid)).length >= 2);
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    assert.equal(code, 143, await output);
    assert.match(await output, /Interrupted in hangs\.test\.ts\./);
    assert.deepEqual((await pids()).filter(isThere), []);
  });
});
