import { numberAt } from '../../../../core/columns/at.ts';
import type { TimeRange } from '../../../../core/columns/time-range.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import type { SessionBuilder } from '../import/session-builder.ts';
import type { FieldReport, ReportThread } from './field-report.ts';

/** A moment's length: no threshold is as short. */
const MOMENT_US = 1_000;
const BETWEEN_US = 1_000_000;
/** Longer ones are errors of the report: a day. */
const MOST_US = 86_400_000_000;

/** Lays reports behind each other; those with a length become lags of main. */
export async function layOut(reports: readonly FieldReport[], { builder, report, turns }: ImportTask): Promise<void> {
  const threads = new ReportThreads(builder);
  for (const each of reports) {
    layOutOne(each, builder, threads);
    for (const { noun = 'threads' } of each.threads) report.read(noun);
    await turns.pause();
  }
  report.read('reports', reports.length);
  if (reports.length > 1) report.assumed('The reports follow each other, a second apart; their order is the file’s.');
  report.skipped('lengths of more than a day', reports.filter(({ lastsUs = 0 }) => lastsUs > MOST_US).length);
  if (!reports.every(isTimed)) {
    report.assumed('Stacks of one moment are drawn a millisecond wide.');
  }
}

function isTimed({ lastsUs }: FieldReport): boolean {
  return lastsUs !== undefined && lastsUs > 0 && lastsUs <= MOST_US;
}

function layOutOne(report: FieldReport, builder: SessionBuilder, threads: ReportThreads): void {
  const hasLength = isTimed(report);
  const lastsUs = hasLength ? (report.lastsUs ?? 0) : MOMENT_US;
  const beginUs = Number.isFinite(builder.latestUs) ? builder.latestUs + BETWEEN_US : 0;
  const endUs = beginUs + lastsUs;
  const handles = report.threads.map((thread, at) => threads.of(thread, at));
  for (const [at, thread] of report.threads.entries()) {
    const handle = numberAt(handles, at);
    const waited = spread(builder, handle, thread, { beginUs, endUs }) ?? { beginUs, endUs };
    if (thread.isMain && hasLength && report.isLag !== false) builder.message(handle, beginUs, endUs);
    if (thread.waitsFor !== undefined) {
      const { kind, object, owner } = thread.waitsFor;
      const stack = report.threads[owner]?.stacks.at(-1)?.stack;
      const held = stack === undefined ? undefined : { thread: numberAt(handles, owner), stack };
      builder.wait(handle, waited.beginUs, waited.endUs, kind, object, held);
    }
  }
  builder.mark(beginUs, report.title);
}

/** Stacks share the sampled time by their weights. Returns the longest of them that waits for a lock by its own state. */
function spread(
  builder: SessionBuilder,
  handle: number,
  { stacks, state, span = { from: 0, to: 1 } }: ReportThread,
  report: TimeRange,
): TimeRange | undefined {
  const reportUs = report.endUs - report.beginUs;
  const beginUs = report.beginUs + reportUs * span.from;
  const lastsUs = Math.max(0, reportUs * (span.to - span.from));
  const sum = stacks.reduce((total, { weight }) => total + Math.max(0, weight), 0);
  let longest: TimeRange | undefined;
  let done = 0;
  for (const { stack, weight, state: own } of stacks) {
    if (weight <= 0 || !(sum > 0)) continue;
    const fromUs = beginUs + (lastsUs * done) / sum;
    done += weight;
    const toUs = beginUs + (lastsUs * Math.min(done, sum)) / sum;
    builder.sample(handle, fromUs, toUs, stack, own ?? state);
    if (own === 'monitor' && (longest === undefined || toUs - fromUs > longest.endUs - longest.beginUs)) {
      longest = { beginUs: fromUs, endUs: toUs };
    }
  }
  return longest;
}

/** One thread of the session for all reports' mains; others by kernel id, or by their place. */
class ReportThreads {
  readonly #builder: SessionBuilder;
  readonly #known = new Map<string, number>();

  constructor(builder: SessionBuilder) {
    this.#builder = builder;
  }

  of({ name, tid, isMain, group, noun }: ReportThread, at: number): number {
    const key = isMain ? 'main' : `${tid === 0 ? `at ${at}` : tid}\n${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const shown = name === '' ? (isMain ? 'main' : `Thread ${at}`) : name;
    const handle = this.#builder.thread({ name: shown, tid, isMain, group, isThread: noun === undefined });
    this.#known.set(key, handle);
    return handle;
  }
}
