/**
 * `npm test [-- GROUP|PATH…]`: lint, types, then every `*.test.ts`, several at once (test-run/lanes.ts). Groups (test-run/groups.ts) and PATHs
 * narrow it down: `npm test -- hostile host/devices` runs that group and tests whose path begins so. Alone, it leaves out guards
 * (test-run/guards/guards.ts) whose inputs are as they were when they passed, and lists them; `all` runs these, too, `guards` runs only the guards
 * with other inputs, and both keep the passes. `lint` stops before the tests; `--quick` runs the tests alone.
 */
import { spawn } from 'node:child_process';
import { access, glob } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageGroupsFor, prepareFor } from './setup/prepare.ts';
import { ensurePackages } from './setup/setup-packages.ts';
import { chooseFiles } from './test-run/choose-files.ts';
import { apart, groups } from './test-run/groups.ts';
import { type Choice, chooseGuards, presentGuards, type Scope } from './test-run/guards/choose-guards.ts';
import { keepPasses, leftOutLines, RECORDS } from './test-run/guards/guard-records.ts';
import { isGuard } from './test-run/guards/guards.ts';
import { runTests } from './test-run/run-tests.ts';
import type { Step } from './test-run/time-table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms = ['core', 'protocol', 'host', 'cli', 'webview', 'extension', 'features', 'scripts', 'device-agents', 'bench', 'tests'];
/** No test, and no file, takes a quarter of it on the target machine. */
const TEST_MS = 420_000;
const FILE_MS = 1_800_000;
const say = (line: string): unknown => process.stderr.write(`${line}\n`);

async function main(args: readonly string[]): Promise<number> {
  const isQuick = args.includes('--quick');
  const filters = args.filter((arg) => arg !== '--quick').map((path) => path.replaceAll('\\', '/'));
  const lintOnly = filters.length === 1 && filters[0] === 'lint';
  const scope = scopeOf(filters);
  const everything = await testFiles();
  const files = lintOnly ? [] : chooseFiles(everything, scope === undefined ? filters : [], groups, apart);
  const steps: Step[] = [['npm packages', performance.timeOrigin - Number(process.env.LAGLENS_BEGAN_MS ?? performance.timeOrigin)]];
  for (const [name, argv] of isQuick ? [] : await checks()) {
    say(`${name} ...`);
    const code = await timed(steps, name, () => node(argv));
    if (code !== 0) {
      say(`${name} failed; nothing was tested.`);
      return 1;
    }
  }
  if (lintOnly) return 0;
  const choice = await timed(steps, 'set-up', () => prepared(files, scope));
  if (choice.files.length === 0) {
    say(`All guards passed with the inputs of now (${RECORDS}).`);
    return 0;
  }
  // Some tests leave rare cases to it.
  if (scope === 'all') process.env.LAGLENS_TESTS = 'all';
  const passed = new Set<string>();
  const options = { root, testMs: TEST_MS, fileMs: FILE_MS, passed: (file: string) => passed.add(file), note: noteOf(choice, scope) };
  const code = await runTests(choice.files, options, steps, say);
  if (scope === 'all' || scope === 'guards') {
    const guards = everything.filter(isGuard);
    const kept = await keepPasses(root, passed, choice.guards, await presentGuards(root, guards));
    say(`${RECORDS} keeps the passes of ${kept} guards.`);
  }
  return code;
}

/** Files that are asked for by name run in any case. */
function scopeOf(filters: readonly string[]): Scope | undefined {
  const [name, ...others] = filters;
  if (name === undefined) return 'changed';
  return others.length === 0 && (name === 'all' || name === 'guards') ? name : undefined;
}

async function prepared(files: readonly string[], scope: Scope | undefined): Promise<Choice> {
  if (scope === undefined) {
    await prepareFor(files, say);
    return { files, left: [], guards: [] };
  }
  // Versions of tools decide, too.
  await ensurePackages(packageGroupsFor(files), say);
  const choice = await chooseGuards(root, files, scope);
  await prepareFor(choice.files, say);
  return choice;
}

function noteOf({ left, guards }: Choice, scope: Scope | undefined): string {
  const changed =
    guards.length === 0 || scope !== 'changed' ? [] : [`Guards that ran: ${guards.length}. Keep their passes: npm test -- guards`];
  return [...leftOutLines(left), ...changed].join('\n');
}

async function timed<T>(steps: Step[], name: string, work: () => Promise<T>): Promise<T> {
  const startedMs = Date.now();
  try {
    return await work();
  } finally {
    steps.push([name, Date.now() - startedMs]);
  }
}

async function testFiles(): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const file of glob(`{${rooms.join(',')}}/**/*.test.ts`, { cwd: root })) files.push(file);
  return files.sort();
}

/** Lint and type checks by name. The page has its own settings, with the DOM and without Node. */
async function checks(): Promise<readonly (readonly [name: string, argv: readonly string[]])[]> {
  const bin = (path: string): string => join(root, 'node_modules', path);
  const types = bin('typescript/bin/tsc');
  const page = await access(join(root, 'webview', 'tsconfig.json')).then(
    () => [['types (page)', [types, '-p', 'webview']] as const],
    () => [],
  );
  return [
    ['lint', [bin('@biomejs/biome/bin/biome'), 'check', '--diagnostic-level=warn', '--error-on-warnings']],
    ['types', [types]],
    ...page,
  ];
}

function node(argv: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, argv, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject).once('close', (code) => resolve(code ?? 1));
  });
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  return 1;
});
