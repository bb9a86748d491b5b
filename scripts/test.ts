/**
 * `npm test [-- GROUP|PATH…]`: lint, types, then every `*.test.ts`, several at once (test-run/lanes.ts). Groups (test-run/groups.ts) and PATHs
 * narrow it down: `npm test -- hostile host/devices` runs that group and tests whose path begins so. `lint` stops before the tests;
 * `--quick` runs the tests alone.
 */
import { spawn } from 'node:child_process';
import { access, glob } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareFor } from './setup/prepare.ts';
import { chooseFiles } from './test-run/choose-files.ts';
import { apart, groups } from './test-run/groups.ts';
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
  const files = lintOnly ? [] : chooseFiles(await testFiles(), filters, groups, apart);
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
  await timed(steps, 'set-up', () => prepareFor(files, say));
  return runTests(files, { root, testMs: TEST_MS, fileMs: FILE_MS }, steps, say);
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
