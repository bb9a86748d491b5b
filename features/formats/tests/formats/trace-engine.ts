import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheDir } from '../../../../scripts/setup/cache.ts';
import { installOnce } from '../../../../scripts/setup/npm-install.ts';

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
  const { CPUProfileDataModel }: { CPUProfileDataModel: new (profile: unknown) => DataModel } = await import(
    await partOf('models/cpu_profile/CPUProfileDataModel.js')
  );
  const calls: string[] = [];
  new CPUProfileDataModel(profile).forEachFrame(
    () => {},
    (depth, { functionName }, _sample, atMs, totalMs) => calls.push(`${depth} ${functionName} ${atMs}+${totalMs}`),
  );
  return calls;
}

interface TraceModel {
  parse(events: unknown, about: object): Promise<void>;
  parsedTrace(): { readonly data: { readonly Renderer: { readonly processes: ReadonlyMap<number, Process> } } } | null;
}

interface Process {
  readonly threads: ReadonlyMap<number, { readonly name: string; readonly entries: readonly Entry[] }>;
}

interface Entry {
  readonly name: string;
  readonly ts: number;
  readonly dur: number;
}

/** Slices that DevTools draw by thread: `name begin+duration`, in microseconds, in the order of their begins. */
export async function devToolsSlices(events: unknown): Promise<Readonly<Record<string, readonly string[]>>> {
  const { TraceModel }: { TraceModel: { Model: { createWithAllHandlers(): TraceModel } } } = await import(
    await partOf('models/trace/trace.js')
  );
  const model = TraceModel.Model.createWithAllHandlers();
  await model.parse(events, {});
  const threads = [...(model.parsedTrace()?.data.Renderer.processes.values() ?? [])].flatMap((process) => [...process.threads.values()]);
  return Object.fromEntries(threads.map(({ name, entries }) => [name, entries.map((each) => `${each.name} ${each.ts}+${each.dur}`)]));
}

async function partOf(path: string): Promise<string> {
  await installTraceEngine(() => {});
  return pathToFileURL(join(folder(), 'node_modules/@paulirish/trace_engine', path)).href;
}
