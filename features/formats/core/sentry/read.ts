import { field, listField, textField } from '../../../../core/text/json-fields.ts';
import { wallUsOf } from '../field/apple-facts.ts';
import { malformed } from '../import/import-errors.ts';
import { jsonIn, jsonOf } from '../import/json.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { hasKeys } from '../text/json-outline.ts';
import { readMethodEvents } from './method-events.ts';
import { readPackedTrace } from './packed-trace.ts';
import { readSamples } from './sampled-profile.ts';

const LOOKS_LIKE = 'a profile of Sentry';
/** Keys that only such profiles have. */
const KEYS = ['elapsed_since_start_ns', 'relative_timestamp_ns', 'profiler_id', 'sampled_profile', 'thread_metadata'];
const MOST_CHUNKS = 10_000;

export function looksLikeSentry({ text, json }: Beginning): boolean {
  if (KEYS.some((key) => json?.entries.has(key) === true)) return true;
  if (['profile', 'chunk', 'chunks'].some((entry) => hasKeys(json, entry, KEYS))) return true;
  if (hasKeys(json, 'samples', ['stack_id']) || (hasKeys(json, 'profile', ['stacks']) && hasKeys(json, 'profile', ['samples'])))
    return true;
  const kind = json?.entries.get('profile')?.kind;
  if (kind !== 'object' && kind !== 'text') return false;
  if (['profile_id', 'transaction_id'].every((key) => json?.entries.has(key) === true)) return true;
  // The older form is a text in JSON.
  return kind === 'text' && KEYS.some((key) => text.includes(`\\"${key}\\"`));
}

/** Chunks of one profiler follow each other on one clock. */
export async function readSentry(task: ImportTask): Promise<void> {
  const { source, report } = task;
  const root = await jsonOf(source, report, LOOKS_LIKE);
  const owners = ownersOf(root);
  report.skipped(`chunks beyond ${MOST_CHUNKS}`, owners.length - MOST_CHUNKS);
  let count = 0;
  const handles = new Map<string, number>();
  for (const owner of owners.slice(0, MOST_CHUNKS)) {
    const profile = profileOf(owner);
    if (listField(profile, 'samples').length > 0) count += await readSamples(task, { owner, profile, handles });
    else if (listField(profile, 'events').length > 0) count += await readMethodEvents(task, profile);
    else if (textField(owner, 'sampled_profile') !== '')
      return await readPackedTrace(task, textField(owner, 'sampled_profile'), LOOKS_LIKE);
    if (field(owner, 'js_profile') !== undefined) report.skipped('JavaScript profiles beside an Android one');
  }
  if (count === 0) throw malformed(source.name, LOOKS_LIKE, 'has no samples');
  describe(task, owners[0]);
}

/** A profile, a chunk in its answer, or a list of chunks. */
function ownersOf(root: unknown): readonly unknown[] {
  if (Array.isArray(root)) return root;
  const chunks = listField(root, 'chunks');
  if (chunks.length > 0) return chunks;
  return [field(root, 'chunk') ?? root];
}

/** Null for a text that is no JSON. */
function profileOf(owner: unknown): unknown {
  const profile = field(owner, 'profile');
  return typeof profile === 'string' ? (jsonIn(profile) ?? null) : profile;
}

function describe({ builder }: ImportTask, owner: unknown): void {
  const [os, device] = [field(owner, 'os'), field(owner, 'device')];
  const osName = textField(os, 'name') || textField(owner, 'device_os_name');
  const system = /^i(?:os|pados)/i.test(osName)
    ? 'ios'
    : /^android/i.test(osName) || textField(owner, 'platform') === 'android'
      ? 'android'
      : undefined;
  const wallUs = wallUsOf(field(owner, 'timestamp'));
  const model = [textField(device, 'manufacturer'), textField(device, 'model')].filter((each) => each !== '').join(' ');
  builder.process({
    name: packageOf(textField(owner, 'release')),
    device: model || textField(owner, 'device_model'),
    version: `${osName} ${textField(os, 'version') || textField(owner, 'device_os_version')}`.trim(),
    ...(system === undefined ? {} : { system }),
    ...(wallUs === undefined ? {} : { wallUs }),
  });
}

/** `com.example.shop@4.1+12` -> the app; '' for a bare version. */
function packageOf(release: string): string {
  return release.slice(0, Math.max(0, release.lastIndexOf('@')));
}
