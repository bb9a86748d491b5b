/**
 * `npm run check [-- --all] [--since COMMIT]`: what changed in the work tree since HEAD, or COMMIT: lint, types, and the quick tests that
 * reach it by imports, the nearest first, for some seconds; `--all` runs all of them. Slow tests are named, not run.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { roomPath, sourceFiles } from '../tests/house/project-sources.ts';
import { changedFiles } from './check/changed-files.ts';
import { type Ended, type QuickRun, quickRun, ran } from './check/quick-run.ts';
import { reachedTests } from './check/reached-tests.ts';
import { cacheDir } from './setup/cache.ts';
import { isWithin } from './test-run/choose-files.ts';
import { tiles } from './test-run/groups.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** No test begins later. */
const TESTS_MS = 7_000;
/** Tests that need Node alone. */
const quickRooms = ['core', 'extension', 'host', 'protocol', 'scripts', 'webview', 'cli', 'tests/core', 'tests/extension'];
/** Whole captures of simulated iPhones stand beside the code that they test. */
const slowRooms = ['host/devices', 'host/capture'];
const say = (line: string): unknown => process.stderr.write(`${line}\n`);
const bin = (path: string): string => join(root, 'node_modules', path);

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false }, since: { type: 'string', default: 'HEAD' } } });
  const startedMs = performance.now();
  const changed = await changedFiles(root, values.since);
  if (changed.length === 0) {
    say(`Nothing differs from ${values.since}. Another commit: npm run check -- --since COMMIT`);
    return 0;
  }
  say(`${changed.length} ${changed.length === 1 ? 'file differs' : 'files differ'} from ${values.since}`);
  const reached = reachedTests(await sourceFiles(), changed).map(({ path }) => path);
  const quick = reached.filter(isQuick);
  const tests = quickRun(
    quick,
    (path) => ran(root, ['--test', '--test-reporter=spec', path]),
    () => !values.all && performance.now() - startedMs > TESTS_MS,
  );
  const steps = [step('lint', lint(changed)), ...types(changed), step('tests', tests.then(testsEnded))];
  const isRight = (await Promise.all(steps)).every((right) => right);
  const { left } = await tests;
  if (left.length > 0) say(`${left.length} more quick tests reach the change: npm run check -- --all`);
  sayMissing(changed, reached);
  say(`${isRight ? 'All right' : 'Not right'} in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s. Before it lands: npm test`);
  return isRight ? 0 : 1;
}

function isQuick(path: string): boolean {
  return quickRooms.some((room) => isWithin(roomPath(path), room)) && !slowRooms.some((room) => isWithin(roomPath(path), room));
}

async function step(name: string, work: Promise<Ended | undefined>): Promise<boolean> {
  const ended = await work;
  if (ended === undefined) return true;
  const { code, output, seconds } = ended;
  say(`${code === 0 ? '✔' : '✖'} ${name}, ${seconds.toFixed(1)} s`);
  if (code !== 0) say(output.trimEnd());
  return code === 0;
}

async function lint(changed: readonly string[]): Promise<Ended | undefined> {
  const there = changed.filter((path) => existsSync(join(root, path)));
  if (there.length === 0) return undefined;
  return ran(root, [
    bin('@biomejs/biome/bin/biome'),
    'check',
    '--diagnostic-level=warn',
    '--error-on-warnings',
    '--no-errors-on-unmatched',
    ...there,
  ]);
}

/** The page has its own settings; it imports from some rooms only. */
function types(changed: readonly string[]): readonly Promise<boolean>[] {
  if (!changed.some((path) => /\.ts$|tsconfig\.json$|^package-lock\.json$/.test(path))) return [];
  const compile = (name: string, ...project: readonly string[]): Promise<boolean> => {
    const info = join(cacheDir('types'), `${Buffer.from(root).toString('hex')}-${name.replaceAll(/\W/g, '')}.tsbuildinfo`);
    return step(name, ran(root, [bin('typescript/bin/tsc'), ...project, '--incremental', '--tsBuildInfoFile', info]));
  };
  const isOfPage = changed.some((path) =>
    /^(?:features\/[\w-]+\/)?(?:core|protocol|webview)\/|tsconfig\.json$|^package-lock\.json$/.test(path),
  );
  return isOfPage ? [compile('types'), compile('types of the page', '-p', 'webview')] : [compile('types')];
}

function testsEnded({ failed, ran: all }: QuickRun): Ended | undefined {
  if (all.length === 0) return undefined;
  const output = failed.map(({ path, output: text }) => `${path}\n${text}`).join('\n');
  return { code: failed.length === 0 ? 0 : 1, output, seconds: performance.now() / 1_000 };
}

/** Groups of slow tests that reach the change, and of agents, whose tests no import reaches. */
function sayMissing(changed: readonly string[], reached: readonly string[]): void {
  const slow = reached.filter((path) => !isQuick(path));
  const names = Object.keys(tiles).filter((name) => slow.some((path) => (tiles[name] ?? []).some((folder) => isWithin(path, folder))));
  if (changed.some((path) => path.startsWith('device-agents/')) && !names.includes('agents')) names.push('agents');
  if (names.length > 0) say(`Slow tests reach it too: npm test -- ${names.join(' ')}`);
}

process.exitCode = await main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  return 1;
});
