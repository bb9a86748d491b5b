import { malformed, newerVersion, unreadable } from '../import/import-errors.ts';
import { field, jsonOf, listField, numberField, textField } from '../import/json.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { Libraries } from './libraries.ts';
import { profileStacks } from './profile-stacks.ts';
import { readMarkers } from './thread-markers.ts';
import { readSamples, sampleUnits } from './thread-samples.ts';

const LOOKS_LIKE = 'a profile of the Firefox Profiler';
/** docs-developer/CHANGELOG-formats.md of the Firefox Profiler describes these. */
const versions = { least: 41, most: 70 } as const;
/** From here on threads share tables. */
const SHARED_TABLES = 60;

/** Raw profiles are recognised, too, for a better message. */
export function looksLikeFirefox({ text }: Beginning): boolean {
  return /"(?:preprocessedProfileVersion|sourceCodeIsNotOnSearchfox|stackwalk)"\s*:/.test(text);
}

/** Threads of all processes stand beside each other; the first main thread is the session's. */
export async function readFirefox(task: ImportTask): Promise<void> {
  const { source, builder, report } = task;
  const root = await jsonOf(source, report, LOOKS_LIKE);
  const meta = field(root, 'meta');
  const version = versionOf(source.name, meta);
  const threads = listField(root, 'threads');
  if (threads.length === 0) throw malformed(source.name, LOOKS_LIKE, 'has no threads');
  const intervalMs = numberField(meta, 'interval') ?? 1;
  const units = sampleUnits(meta, intervalMs > 0 ? intervalMs : 1);
  const shared = field(root, 'shared');
  const sharedTexts = listField(shared, 'stringArray');
  const tables = { sources: field(shared, 'sources'), libraries: new Libraries(root, builder) };
  const sharedStacks = version < SHARED_TABLES ? undefined : await profileStacks(task, { owner: shared, texts: sharedTexts, ...tables });
  const main = threads.findIndex((thread) => field(thread, 'isMainThread') === true);
  describeProcess(task, meta, threads[Math.max(0, main)]);
  for (const [index, thread] of threads.entries()) {
    const own = field(thread, 'stringArray');
    const texts = own === undefined ? sharedTexts : listField(thread, 'stringArray');
    const handle = builder.thread(threadFacts(thread, index === main));
    const stacks = sharedStacks ?? (await profileStacks(task, { owner: thread, texts, ...tables }));
    await readSamples(task, thread, handle, stacks, units);
    await readMarkers(task, thread, handle, texts);
    report.read('threads');
  }
  const startMs = numberField(meta, 'startTime');
  const wallUs = startMs === undefined ? 0 : startMs * 1e3 + (Number.isFinite(builder.earliestUs) ? builder.earliestUs : 0);
  builder.process({ wallUs, intervalUs: units.intervalUs });
  if (units.cpuUs === undefined) report.assumed('CPU times are unknown: the file has none, or counts cycles.');
  report.assumed('Samples without a known wait count as running: the format has no states.');
}

function versionOf(name: string, meta: unknown): number {
  const version = numberField(meta, 'preprocessedProfileVersion');
  if (version === undefined) throw malformed(name, LOOKS_LIKE, 'is a raw one, or cut: open it in the Firefox Profiler and save it there');
  if (version > versions.most) throw newerVersion(name, LOOKS_LIKE, `${version}`, `${versions.most}`);
  if (version >= versions.least) return version;
  throw unreadable(
    'format-unreadable',
    `${name} looks like ${LOOKS_LIKE} of version ${version}; Laglens reads ${versions.least} to ${versions.most}.`,
    'Open it in the Firefox Profiler, and save it there.',
  );
}

function describeProcess({ builder }: ImportTask, meta: unknown, main: unknown): void {
  const platform = `${textField(meta, 'platform')} ${textField(meta, 'oscpu')}`;
  const system = /\bandroid/i.test(platform) ? 'android' : /\b(?:ios|iphone|ipad)/i.test(platform) ? 'ios' : undefined;
  builder.process({
    name: textField(main, 'processName') || textField(meta, 'product'),
    pid: idOf(field(main, 'pid')),
    device: textField(meta, 'device'),
    version: textField(meta, 'oscpu'),
    ...(system === undefined ? {} : { system }),
  });
}

function threadFacts(thread: unknown, isFirstMain: boolean) {
  const said = field(thread, 'isMainThread');
  const group = [textField(thread, 'processName'), textField(thread, 'pid')].filter((each) => each !== '').join(' ');
  // Other processes have main threads, too.
  const isMain = typeof said === 'boolean' ? isFirstMain : undefined;
  return { name: textField(thread, 'name'), tid: idOf(field(thread, 'tid')), group, ...(isMain === undefined ? {} : { isMain }) };
}

/** Numbers, or numbers as texts; 0 for others, as of merged profiles. */
function idOf(id: unknown): number {
  const number = typeof id === 'string' && id !== '' ? Number(id.replace(/\.\d+$/, '')) : id;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : 0;
}
