import { numberAt } from '../../../../core/columns/at.ts';
import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import type { FieldReport, ReportThread, WeightedStack } from '../field/field-report.ts';
import { callBytes, type KsContext } from '../field/native-frames.ts';
import type { ImportReport } from '../import/import-report.ts';

const unitUs: ReadonlyMap<string, number> = new Map([
  ['nanoseconds', 1e-3],
  ['microseconds', 1],
  ['milliseconds', 1e3],
  ['seconds', 1e6],
]);
/** Longer pauses between samples are no data. */
const MOST_INTERVALS = 5;
/** Outermost functions of threads other than main. */
const THREAD_STARTS: ReadonlySet<string> = new Set(['thread_start', '_pthread_start', 'start_wqthread', '_pthread_wqthread']);

/**
 * KSCrash's profile of one thread over some time (`error.profile`): frames by index, innermost first, with times of samples. Undefined for
 * other errors.
 */
export function ksProfile(error: unknown, context: KsContext, report: ImportReport): FieldReport | undefined {
  const profile = field(error, 'profile');
  const all = listField(profile, 'samples');
  const samples = all.filter((each) => numberField(each, 'time_start_uptime') !== undefined);
  const us = unitUs.get(textField(profile, 'time_units') || 'nanoseconds');
  if (samples.length === 0 || us === undefined) return undefined;
  report.skipped('samples without a time', all.length - samples.length);
  const frames = listField(profile, 'frames');
  const intervalUs = (numberField(profile, 'expected_sample_interval') ?? 0) * us;
  const times = samples.map((each) => numberField(each, 'time_start_uptime') ?? 0);
  const begin = numberField(profile, 'time_start_uptime') ?? numberAt(times, 0);
  const endAt = numberField(profile, 'time_end_uptime') ?? begin + (numberField(profile, 'duration') ?? 0);
  const stacks: WeightedStack[] = [];
  const spend = (stack: number, weight: number): void => {
    if (weight > 0) stacks.push({ stack, weight });
  };
  let outermost = '';
  let doneUs = 0;
  for (const [at, sample] of samples.entries()) {
    const atUs = (numberAt(times, at) - begin) * us;
    spend(0, atUs - doneUs);
    const nextUs = ((times[at + 1] ?? endAt) - begin) * us;
    const untilUs = Math.min(nextUs, atUs + MOST_INTERVALS * (intervalUs || nextUs - atUs));
    const found = stackOf(listField(sample, 'frames'), frames, context);
    if (found.stack !== 0) outermost = found.outermost;
    spend(found.stack, untilUs - Math.max(atUs, doneUs));
    doneUs = Math.max(doneUs, untilUs);
    report.read('samples');
  }
  spend(0, (endAt - begin) * us - doneUs);
  const isMain = !THREAD_STARTS.has(outermost);
  if (isMain) report.assumed('The profile is of the main thread: it has no name of its thread.');
  const thread: ReportThread = { name: isMain ? 'main' : 'profiled thread', tid: 0, isMain, group: '', stacks };
  const name = textField(profile, 'name');
  const lastsUs = stacks.reduce((sum, { weight }) => sum + weight, 0);
  return { title: `KSCrash: profile${name === '' ? '' : ` ${name}`}`, lastsUs, isLag: false, threads: [thread] };
}

/** @param indices of frames, innermost first */
function stackOf(
  indices: readonly unknown[],
  frames: readonly unknown[],
  { tables, images, arch }: KsContext,
): { readonly stack: number; readonly outermost: string } {
  let stack = 0;
  const last = indices.at(-1);
  for (let at = indices.length - 1; at >= 0; at--) {
    const index = indices[at];
    const frame = typeof index === 'number' ? frames[index] : undefined;
    const address = numberField(frame, 'instruction_addr') ?? 0;
    const call = at === 0 ? address : Math.max(0, address - callBytes(arch));
    stack = tables.stack(stack, images.frame(numberField(frame, 'object_addr') ?? 0, call, textField(frame, 'symbol_name')));
  }
  return { stack, outermost: typeof last === 'number' ? textField(frames[last], 'symbol_name') : '' };
}
