import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';

const files = {
  'hooks.test.ts': `
    import assert from 'node:assert/strict';
    import { afterEach, beforeEach, suite, test } from 'node:test';
    globalThis.rounds = 0;
    beforeEach(() => globalThis.rounds++);
    afterEach(() => { if (globalThis.rounds === 2) delete globalThis.rounds; });
    await import('node:fs');
    test('first', () => assert.equal(globalThis.rounds, 1));
    suite('inner', () => { test('second', () => assert.equal(globalThis.rounds, 2)); });`,
  'right.test.ts': `
    import assert from 'node:assert/strict';
    import { test } from 'node:test';
    test('no hook of another file runs', () => assert.equal('rounds' in globalThis, false));
    test('left out', (context) => context.skip());`,
  'wrong.test.ts': `import { test } from 'node:test'; test('wrong', () => { throw new Error('seven is not eight'); });`,
  'unloaded.test.ts': `throw new Error('cannot be loaded');`,
  'hook.test.ts': `import { before, test } from 'node:test'; before(() => { throw new Error('no folder'); }); test('cancelled', () => {});`,
  'crashed.test.ts': `import { test } from 'node:test'; test('crashes', () => process.kill(process.pid, 'SIGSEGV'));`,
  'ends.test.ts': `import { test } from 'node:test'; test('ends', () => process.exit(0));`,
  'hangs.test.ts': `import { test } from 'node:test'; test('hangs', () => new Promise(() => setInterval(() => {}, 1_000)));`,
  'changes.test.ts': `import { test } from 'node:test'; test('changes', () => { process.env.LANGUAGE_OF_TESTS = 'ja'; });`,
  'late.test.ts': `import { test } from 'node:test'; test('late', () => { setImmediate(() => { throw new Error('too late'); }); });`,
  'waits.test.ts': `import { test } from 'node:test'; test('waits', () => new Promise((resolve) => setTimeout(resolve, 100)));`,
  'rests.test.ts': `import { test } from 'node:test'; test('rests', () => new Promise((resolve) => setTimeout(resolve, 2_000)));`,
  'empty.test.ts': '',
};

const runner = `
  import { Summary } from ${JSON.stringify(new URL('../summary.ts', import.meta.url).href)};
  import { runBatch } from ${JSON.stringify(new URL('run-batch.ts', import.meta.url).href)};
  const [fileMs, ...names] = process.argv.slice(2);
  const summary = new Summary();
  const [results, ended, begun, passed, times] = [[], [], [], [], {}];
  await runBatch(names, { root: process.cwd(), testMs: 200_000, fileMs: Number(fileMs) }, {
    emit: (event) => {
      summary.add(event);
      const { type, data } = event;
      if (type === 'test:complete' && data.nesting === 0 && names.includes(data.name)) ended.push(data.name);
      if (type !== 'test:pass' && type !== 'test:fail') return;
      results.push({ type: type.slice(5), nesting: data.nesting, name: data.name, file: data.file, error: String(data.details.error?.cause?.message) });
    },
    begun: (file) => begun.push(file),
    ended: (file, ms, isPassed) => {
      summary.addFile();
      times[file] = ms;
      if (isPassed) passed.push(file);
    },
  });
  const { counts, success } = summary.events(names.length).at(-1).data;
  Reflect.deleteProperty(counts, 'todo');
  process.stdout.write(JSON.stringify({ results, ended, begun, passed, times, counts, success }));`;

interface Ran {
  readonly results: readonly { type: string; nesting: number; name: string; file: string; error: string }[];
  readonly ended: readonly string[];
  readonly begun: readonly string[];
  readonly passed: readonly string[];
  readonly times: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly success: boolean;
}

suite('a batch of test files', { timeout: 240_000 }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-batch-'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'run.ts'), runner);
    for (const [name, source] of Object.entries(files)) await writeFile(join(folder, name), source);
  });
  after(() => rm(folder, { recursive: true }));

  async function ran(names: readonly (keyof typeof files)[], fileMs = 200_000): Promise<Ran> {
    // A run inside a test would report to it.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const child = spawn(process.execPath, ['run.ts', String(fileMs), ...names], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return JSON.parse(output);
  }

  const failures = ({ results }: Ran): readonly string[] =>
    results
      .filter(({ type }) => type === 'fail')
      .map(({ nesting, name, file, error }) => `${nesting} ${name} in ${relative(folder, file)}: ${error.split('\n')[0]}`);

  test('has the results of a process for each: tests, hooks and counts are each file’s own', async () => {
    const found = await ran(['hooks.test.ts', 'right.test.ts']);
    assert.deepEqual(
      found.results.map(({ type, nesting, name, file }) => `${type} ${nesting} ${name} in ${relative(folder, file)}`),
      [
        ...['pass 0 first in hooks.test.ts', 'pass 1 second in hooks.test.ts', 'pass 0 inner in hooks.test.ts'],
        ...['pass 0 no hook of another file runs in right.test.ts', 'pass 0 left out in right.test.ts'],
      ],
    );
    assert.deepEqual(found.counts, { tests: 4, suites: 1, topLevel: 4, passed: 3, failed: 0, cancelled: 0, skipped: 1 });
    const both = ['hooks.test.ts', 'right.test.ts'];
    assert.deepEqual([found.begun, found.ended, found.passed, found.success], [both, both, both, true]);
  });

  test('names the file of a failing test, of one that cannot be loaded and of a failing hook, and runs the others', async () => {
    const found = await ran(['hook.test.ts', 'wrong.test.ts', 'unloaded.test.ts', 'right.test.ts']);
    assert.deepEqual(failures(found).slice(-3), [
      '0 hook.test.ts in hook.test.ts: no folder',
      '0 wrong in wrong.test.ts: seven is not eight',
      '0 unloaded.test.ts in unloaded.test.ts: cannot be loaded',
    ]);
    assert.deepEqual([found.passed, found.success], [['right.test.ts'], false]);
  });

  for (const [what, name] of [
    ['crashes', 'crashed.test.ts'],
    ['ends its process without an error', 'ends.test.ts'],
  ] as const)
    test(`names a file that ${what}; each other file runs once, those behind it in a new process`, async () => {
      const found = await ran(['waits.test.ts', 'hooks.test.ts', name, 'right.test.ts']);
      assert.equal(found.results.filter(({ type }) => type === 'fail').length, 1);
      assert.match(failures(found)[0] ?? '', new RegExp(`^0 ${name} in ${name}`));
      assert.deepEqual([...found.passed].sort(), ['hooks.test.ts', 'right.test.ts', 'waits.test.ts']);
      assert.deepEqual([found.counts.tests, found.counts.failed, found.success], [1 + 2 + 1 + 2, 1, false]);
    });

  test('names a file that hangs', async () => {
    const found = await ran(['right.test.ts', 'hangs.test.ts', 'waits.test.ts'], 3_000);
    assert.match(failures(found).join(), /^0 hangs\.test\.ts in hangs\.test\.ts: [^,]*$/);
    assert.deepEqual([...found.passed].sort(), ['right.test.ts', 'waits.test.ts']);
  });

  test('fails a file that leaves the process changed for others', async () => {
    const found = await ran(['changes.test.ts', 'right.test.ts']);
    assert.deepEqual(failures(found).length, 1);
    assert.match(failures(found)[0] ?? '', /^0 changes\.test\.ts in changes\.test\.ts: The process was changed for other test files/);
    assert.match(
      found.results.find(({ type }) => type === 'fail')?.error ?? '',
      /process\.env\.LANGUAGE_OF_TESTS was undefined, and is "ja"/,
    );
    assert.deepEqual(found.passed, ['right.test.ts']);
  });

  test('fails with an error behind the end of a test', async () => {
    const found = await ran(['late.test.ts', 'waits.test.ts']);
    assert.equal(found.success, false);
    assert.equal(failures(found).length, 1);
    assert.match(failures(found)[0] ?? '', /One of late\.test\.ts, waits\.test\.ts/);
  });

  test('knows each file’s processor time, which a wait is not part of', async () => {
    const { times } = await ran(['right.test.ts', 'rests.test.ts', 'wrong.test.ts']);
    const restedMs = times['rests.test.ts'] ?? Number.NaN;
    assert.ok(restedMs > 0 && restedMs < 1_500, `${restedMs} ms`);
  });

  test('counts a file without a test as one, and as no pass', async () => {
    const found = await ran(['empty.test.ts', 'right.test.ts']);
    assert.deepEqual([found.counts.tests, found.counts.failed, found.passed, found.success], [3, 0, ['right.test.ts'], true]);
  });
});
