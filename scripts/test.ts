/**
 * `npm test [-- PATH…]`: lint, types, then every `*.test.ts` in one run of Node's test runner, whose summary comes last.
 * PATHs narrow it down to the tests whose path begins so (`npm test -- core host/devices`); `lint` stops before the tests.
 */
import { spawn } from 'node:child_process';
import { access, glob } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareFor } from './setup/prepare.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms = ['core', 'host', 'cli', 'webview', 'extension', 'scripts', 'device-agents', 'bench', 'tests'];
/** No test takes a quarter of it on the machine that this must pass on. */
const TEST_MS = 420_000;
/** What is loaded into the test runner. */
const own = (file: string): string => new URL(`test-run/${file}`, import.meta.url).href;
const say = (line: string): unknown => process.stderr.write(`${line}\n`);

async function main(filters: readonly string[]): Promise<number> {
  const lintOnly = filters.length === 1 && filters[0] === 'lint';
  const files = lintOnly ? [] : await testFiles(filters);
  if (files.length === 0 && !lintOnly) {
    say(`No test's path begins with ${filters.join(' or ')}. Tests are in: ${rooms.join(', ')}.`);
    return 1;
  }
  for (const [name, argv] of await checks()) {
    say(`${name} ...`);
    const code = await node(argv);
    if (code !== 0) {
      say(`${name} failed; nothing was tested.`);
      return 1;
    }
  }
  if (lintOnly) return 0;
  await prepareFor(files, say);
  // The machine that this must pass on has two cores; tests that wait leave room, tests that measure need some.
  const run = ['--test', '--test-concurrency=2', `--test-timeout=${TEST_MS}`];
  const reporters = ['spec', own('still-running.ts')].flatMap((reporter, i) => [
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${i === 0 ? 'stdout' : 'stderr'}`,
  ]);
  return node(['--import', own('end-of-file.ts'), ...run, ...reporters, ...files]);
}

async function testFiles(filters: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(`{${rooms.join(',')}}/**/*.test.ts`, { cwd: root })) files.push(file);
  const wanted = filters.map((filter) => filter.replace(/^\.\//, ''));
  return files.filter((file) => wanted.length === 0 || wanted.some((filter) => file.startsWith(filter))).sort();
}

/** Lint and type checks by name. The page has its own settings: it knows the DOM, and no Node. */
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
