import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheDir } from '../../scripts/setup/cache.ts';
import { installOnce } from '../../scripts/setup/npm-install.ts';

/** Of Chrome's DevTools, for Node. It asks for the latest of its own packages. */
const VERSION = '0.0.65';
const overrides = { 'third-party-web': '0.30.0', 'legacy-javascript': '0.0.1' };
const folder = (): string => join(cacheDir('trace-engine'), VERSION);

/** @throws Error with npm's last words */
export async function installTraceEngine(log: (line: string) => void): Promise<void> {
  await installOnce(folder(), { dependencies: { '@paulirish/trace_engine': VERSION }, overrides }, log);
}

type Visit = (depth: number, node: { readonly functionName: string }, sample: number, atMs: number, totalMs: number) => void;

interface DataModel {
  forEachFrame(open: () => void, close: Visit): void;
}

/** Calls that DevTools draws for a .cpuprofile: `depth name begin+duration`, in milliseconds, in the order of their ends. */
export async function devToolsCalls(profile: unknown): Promise<readonly string[]> {
  await installTraceEngine(() => {});
  const file = join(folder(), 'node_modules/@paulirish/trace_engine/models/cpu_profile/CPUProfileDataModel.js');
  const { CPUProfileDataModel }: { CPUProfileDataModel: new (profile: unknown) => DataModel } = await import(pathToFileURL(file).href);
  const calls: string[] = [];
  new CPUProfileDataModel(profile).forEachFrame(
    () => {},
    (depth, { functionName }, _sample, atMs, totalMs) => calls.push(`${depth} ${functionName} ${atMs}+${totalMs}`),
  );
  return calls;
}
