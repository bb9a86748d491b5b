import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { CallEvents } from '../import/call-events.ts';
import { malformed } from '../import/import-errors.ts';
import { jsonOf } from '../import/json.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { countUs } from '../import/sample-counts.ts';
import { idNumber, idText, numberOf, writtenNumber } from '../import/written-id.ts';

/** https://www.speedscope.app/file-format-schema.json names the format; it has no version. */
const LOOKS_LIKE = 'a speedscope file';
const SCHEMA = 'speedscope.app/file-format-schema.json';
const STEP = 1_024;

export function looksLikeSpeedscope({ json }: Beginning): boolean {
  if (json?.entries.get('$schema')?.text.includes(SCHEMA) === true) return true;
  const type = json?.entries.get('profiles')?.keys.get('type');
  return type === 'evented' || type === 'sampled';
}

/** Microseconds of a unit; counts have none. */
const units: Readonly<Record<string, number>> = { nanoseconds: 1e-3, microseconds: 1, milliseconds: 1e3, seconds: 1e6 };

/** Profiles are threads on one clock. */
export async function readSpeedscope(task: ImportTask): Promise<void> {
  const { source, builder, report } = task;
  const root = await jsonOf(source, report, LOOKS_LIKE);
  const profiles = listField(root, 'profiles');
  if (profiles.length === 0) throw malformed(source.name, LOOKS_LIKE, 'has no profiles');
  const frames = framesOf(task, listField(field(root, 'shared'), 'frames'));
  const ours = field(root, 'laglens');
  const app = textField(ours, 'app');
  const system = (['android', 'ios', 'jvm'] as const).find((each) => each === textField(ours, 'system'));
  builder.process({ name: app || textField(root, 'name'), ...(system === undefined ? {} : { system }) });
  let isTimed = false;
  for (const profile of profiles) {
    if (units[textField(profile, 'unit')] !== undefined) isTimed = true;
    await readProfile(task, profile, frames);
  }
  if (!isTimed) report.untimed('Weights without a unit of time follow one another in the order of the file, so no lags are listed.');
}

function framesOf({ builder }: ImportTask, list: readonly unknown[]): readonly number[] {
  return list.map((each) => {
    const ownClass = textField(each, 'class');
    const ownMethod = textField(each, 'method');
    const name = ownMethod === '' ? { function: textField(each, 'name') } : { class: ownClass, function: ownMethod };
    return builder.frame({ ...name, file: textField(each, 'file'), line: numberField(each, 'line') ?? 0 });
  });
}

async function readProfile(task: ImportTask, profile: unknown, frames: readonly number[]): Promise<void> {
  const { builder, report } = task;
  const unit = textField(profile, 'unit');
  const type = textField(profile, 'type');
  if (unit === 'bytes' || (type !== 'evented' && type !== 'sampled')) {
    report.skipped(unit === 'bytes' ? 'profiles of memory' : 'profiles of an unknown type');
    return;
  }
  // Sentry's exports have other names. Counts have no times, so none of them is a lag.
  const isMain = units[unit] === undefined ? false : (field(profile, 'main') ?? field(profile, 'isMainThread'));
  const tid = idNumber(idText(profile, 'tid') || idText(profile, 'threadID')) ?? 0;
  const thread = builder.thread({ name: textField(profile, 'name'), tid, ...(typeof isMain === 'boolean' ? { isMain } : {}) });
  report.read('threads');
  await readMessages(task, profile, thread);
  if (type === 'evented') await readEvents(task, profile, thread, frames, units[unit]);
  else await readSamples(task, profile, thread, frames, units[unit]);
}

/** Messages are in our own files only. */
async function readMessages({ builder, report, turns }: ImportTask, profile: unknown, thread: number): Promise<void> {
  const messages = listField(profile, 'messages');
  for (const message of messages) {
    const [beginUs, endUs, target, callback, what]: readonly unknown[] = Array.isArray(message) ? message : [];
    if (typeof beginUs !== 'number' || typeof endUs !== 'number') {
      report.skipped('messages without a time');
      continue;
    }
    const names = { target: textOr(target), callback: textOr(callback), what: typeof what === 'number' ? what : 0 };
    builder.message(thread, beginUs, endUs, names);
    await turns.pause();
  }
  report.read('messages', messages.length);
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

async function readEvents(
  task: ImportTask,
  profile: unknown,
  thread: number,
  frames: readonly number[],
  unitUs: number | undefined,
): Promise<void> {
  const events = listField(profile, 'events');
  const start = writtenNumber(profile, 'startValue') ?? 0;
  const end = writtenNumber(profile, 'endValue') ?? start;
  const perUnit = unitUs ?? countUs(end - start, task.report);
  if (end > start) task.builder.covers(start * perUnit, end * perUnit);
  const open = new CallEvents(task.builder, task.report, (beginAt, endAt, stack) =>
    task.builder.sample(thread, beginAt * perUnit, endAt * perUnit, stack),
  );
  for (const [index, event] of events.entries()) {
    const at = writtenNumber(event, 'at');
    const type = textField(event, 'type');
    const frame = frames[numberField(event, 'frame') ?? -1];
    if (at === undefined || (type !== 'O' && type !== 'C') || frame === undefined) task.report.skipped('events without a frame or time');
    else if (type === 'O') open.open(at, frame);
    else open.close(at, frame);
    if (index % STEP === 0) await task.turns.pause();
  }
  open.end(writtenNumber(profile, 'endValue'));
  task.report.read('events', events.length);
}

async function readSamples(
  task: ImportTask,
  profile: unknown,
  thread: number,
  frames: readonly number[],
  unitUs: number | undefined,
): Promise<void> {
  const { builder, report } = task;
  const samples = listField(profile, 'samples');
  const weights = listField(profile, 'weights');
  const weightOf = (index: number): number => Math.max(0, numberOf(weights[index]) ?? 0);
  let sum = 0;
  for (let index = 0; index < samples.length; index++) {
    sum += weightOf(index);
    if (!((numberOf(weights[index]) ?? -1) >= 0)) report.skipped('samples without a weight');
  }
  const perUnit = unitUs ?? countUs(sum, report);
  let at = unitUs === undefined ? 0 : (writtenNumber(profile, 'startValue') ?? 0);
  for (const [index, sample] of samples.entries()) {
    const beginUs = at * perUnit;
    at += weightOf(index);
    const stack = stackOf(task, sample, frames);
    // The empty stack says that nothing ran.
    if (stack > 0) builder.sample(thread, beginUs, at * perUnit, stack);
    if (index % STEP === 0) await task.turns.pause();
  }
  report.read('samples', samples.length);
}

/** Outermost frame first. */
function stackOf({ builder, report }: ImportTask, sample: unknown, frames: readonly number[]): number {
  let stack = 0;
  for (const index of Array.isArray(sample) ? sample : []) {
    const frame = typeof index === 'number' ? frames[index] : undefined;
    if (frame === undefined) report.skipped('frames that the file does not list');
    else stack = builder.stack(stack, frame);
  }
  return stack;
}
