import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { type Wine, windowsPath } from '../wine/wine.ts';
import type { FileRun, Plan } from './verdict.ts';

const rooms = ['core', 'protocol', 'host', 'cli', 'extension', 'features', 'scripts', 'tests', 'device-agents', 'webview', 'bench'];
const LANES = 2;

/** What esbuild makes of each source for Windows' Node, in a folder; `modules-hook.ts` gives it to the tests. */
export async function makeModules(root: string, made: string): Promise<void> {
  const entryPoints: string[] = [];
  for await (const file of glob(`{${rooms.join(',')}}/**/*.ts`, { cwd: root }))
    if (!file.endsWith('.d.ts') && !file.includes('node_modules')) entryPoints.push(join(root, file));
  await build({
    entryPoints,
    outdir: made,
    outbase: root,
    bundle: false,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    logLevel: 'error',
  });
  await writeFile(join(made, 'package.json'), '{"type":"module"}');
}

/**
 * Runs test files in Windows' Node.
 * @param made by `makeModules` @returns in the order of their ends; a file that never ended is missing
 */
export async function runUnits(
  wine: Wine,
  { root, made, files, fileMs, limitMs }: { root: string; made: string; files: readonly string[]; fileMs: number; limitMs: number },
): Promise<readonly FileRun[]> {
  const at = (folder: string, name: string): string => join(folder, 'tests', 'windows', 'units', name);
  const url = (path: string): string => `file:///Z:${pathToFileURL(path).pathname}`;
  const [plan, result] = [join(made, 'plan.json'), join(made, 'result.jsonl')];
  const order: Plan = { root: windowsPath(root), files, result: windowsPath(result), lanes: LANES, fileMs };
  await writeFile(plan, JSON.stringify(order));
  await writeFile(result, '');
  const reporter = url(at(root, 'verdict-reporter.ts'));
  const flags = [`--import=${url(at(made, 'modules-hook.js'))}`, `--test-reporter=${reporter}`, '--no-warnings'];
  const env = { LAGLENS_ROOT: windowsPath(root), LAGLENS_MADE: windowsPath(made) };
  const program = [windowsPath(at(root, 'run-in-threads.ts')), windowsPath(plan)];
  const { stderr } = await wine.runNode([...flags, ...program], { cwd: root, env, limitMs });
  if (stderr !== '') process.stderr.write(`${stderr.slice(-4000)}\n`);
  const lines = (await readFile(result, 'utf8')).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
