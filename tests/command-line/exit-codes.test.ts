import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { exitCodes } from '../../cli/exit-codes.ts';
import { generalUsage } from '../../cli/usage.ts';
import { installDuckDb } from '../../features/lake/scripts/install-duckdb.ts'; // features/lake
import { commandLinePage } from '../../scripts/build/command-line-page.ts';
import { freePort } from '../host/free-port.ts';
import { type CommandOutput, runCommand } from '../host/run-command.ts';
import { root } from '../house/project-sources.ts';

const sample = join(root, 'media/sample/shop.laglens');

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-exits-'));
  const budget = (overMs: number, leastSeconds: number): string =>
    JSON.stringify({ overMs, leastSeconds, rules: [{ measure: 'count', overMs, mostPerMinute: 0 }] });
  await writeFile(join(folder, 'holds.json'), budget(1_000, 20));
  await writeFile(join(folder, 'breaks.json'), budget(100, 20));
  await writeFile(join(folder, 'long.json'), budget(100, 9_999));
  await mkdir(join(folder, 'empty'));
});
after(() => rm(folder, { recursive: true }));

async function run(args: readonly string[], signal?: AbortSignal): Promise<CommandOutput> {
  const environment = { ADB_SERVER_SOCKET: `tcp:${await freePort()}`, PATH: folder };
  return runCommand(args, { folder, environment, ...(signal && { signal }) });
}

/** By the words of the list of exit codes that they are an example of. */
const examples: Readonly<Record<string, readonly string[]>> = {
  done: ['report', sample],
  'an error': ['report', 'none.laglens'],
  'diagnose: a step failed': ['diagnose', '--device', 'none', '--app', 'none', '--adb', '/nowhere/adb'],
  'check: the budget is broken': ['check', sample, '--budget', 'breaks.json'],
  'tool: the answer is an error': ['tool', 'laglens_list_lags', '--json', '{"session": "none.laglens"}'], // features/agent-tools
  'lake add, lake tidy: some sessions or files were skipped': ['lake', 'add', 'fleet', 'none.laglens'],
  'wrong arguments': ['report', sample, '--bogus'],
  'verify: an error, there is no report': ['verify', '--device', 'none', '--adb', '/nowhere/adb'], // features/verify
  'check: an error, or the budget could not be judged': ['check', sample, '--budget', 'long.json'],
};

/** cli/scenario.test.ts has the first, a test below the second, features/verify/tests the third. */
const elsewhere: readonly string[] = [
  'record --scenario: the exit code of the command',
  'interrupted before there was a result',
  'verify: a fact is false', // features/verify
];

for (const { code, meanings } of exitCodes) {
  for (const meaning of meanings.filter((each) => !elsewhere.includes(each))) {
    test(`the exit code is ${code} for “${meaning}”`, async () => {
      const { code: given, said } = await run(examples[meaning] ?? []);
      assert.equal(given, code, said);
    });
  }
}

test('an interrupted command gives 130', async () => {
  const { code } = await run(['report', sample], AbortSignal.abort());
  assert.equal(code, 130);
});

test('a lake that skips a session says so', async () => {
  await installDuckDb(() => undefined); // features/lake
  assert.match((await run(['lake', 'add', 'fleet', 'none.laglens'])).out, /, 1 skipped\.$/m);
});

test('a budget that holds gives 0, one that is not there 2', async () => {
  assert.equal((await run(['check', sample, '--budget', 'holds.json'])).code, 0);
  assert.equal((await run(['check', sample, '--budget', 'none.json'])).code, 2);
});

test('--help and docs/cli.md name the same exit codes (scripts/generate.ts writes them)', async () => {
  const { path, text } = await commandLinePage(root);
  assert.equal(await readFile(join(root, path), 'utf8'), text);
  for (const { code, meanings } of exitCodes) {
    assert.match(generalUsage, new RegExp(`^ {2}${code} +${meanings[0]}$`, 'm'));
    for (const meaning of meanings) assert.ok(generalUsage.includes(meaning) && text.includes(meaning), meaning);
  }
});
