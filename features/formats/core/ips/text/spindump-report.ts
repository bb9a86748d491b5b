import { hangUs, isHangEvent } from '../../field/assumed-lengths.ts';
import type { FieldReport, ReportThread, ReportWait } from '../../field/field-report.ts';
import { measuredUs } from '../../field/measured.ts';
import type { KsContext } from '../../field/native-frames.ts';
import type { ImportReport } from '../../import/import-report.ts';
import { chainOf, stacksOf } from './call-tree.ts';
import type { BlockThread, ProcessBlock } from './process-block.ts';
import type { TextFields } from './text-fields.ts';
import type { TextImages } from './text-images.ts';
import type { TreeRow } from './tree-row.ts';

const MAIN_QUEUE = 'com.apple.main-thread';

export interface Spindump {
  readonly fields: TextFields;
  readonly block: ProcessBlock | undefined;
  readonly heaviest: readonly TreeRow[];
}

/** Threads of one process with counted stacks, over the report's time. */
export function spindumpReport(
  { fields, block, heaviest }: Spindump,
  images: TextImages,
  context: KsContext,
  report: ImportReport,
): FieldReport {
  const event = fields.of('Event');
  const isHang = isHangEvent(event) || /unresponsive/.test(fields.of('Duration Sampled')) || block?.isUnresponsive === true;
  const { lastsUs: measured, sampled, steps } = timesOf(fields, report);
  const lastsUs = isHang ? hangUs(measured, 'spindump', report) : measured;
  const threads = block === undefined ? [] : threadsOf(block, { images, context, sampled, steps });
  // Without times the order of stacks says nothing about rests between busy times.
  const areBusyTimesKnown = isHang || block?.isTimeline === true;
  const shown = areBusyTimesKnown ? threads : threads.map((each) => ({ ...each, isMain: false }));
  if (!isHang && !areBusyTimesKnown)
    report.withoutLags('The report is of no hang and has no times of single samples, so no lags are listed.');
  if (block !== undefined && !block.isTimeline)
    report.assumed('Stacks of a thread follow the report’s order, as it has no times of single samples.');
  const title = `Apple: ${event === '' ? 'spindump' : event}${fields.of('Reason') === '' ? '' : `, ${fields.of('Reason').slice(0, 200)}`}`;
  if (shown.some(({ stacks }) => stacks.length > 0) || heaviest.length === 0) return { title, lastsUs, threads: shown, isLag: isHang };
  report.assumed('Only the heaviest stack is known: the report has no other.');
  const only = { name: '', tid: 0, isMain: isHang, group: '', stacks: chainOf(heaviest, context.tables, images) };
  return { title, lastsUs, threads: [only], isLag: isHang };
}

interface Times {
  readonly lastsUs: number | undefined;
  /** Sampled share of the time, at its end. */
  readonly sampled: number;
  readonly steps: number;
}

function timesOf(fields: TextFields, report: ImportReport): Times {
  const [, count = '0', interval = ''] = /^(\d{1,9})\b(?: \(([\d.]{1,12} ?[a-z]{1,4}) sampling interval)?/.exec(fields.of('Steps')) ?? [];
  const steps = Number(count);
  const stepsUs = steps * (measuredUs(interval) ?? 0);
  const lastsUs = measuredUs(firstWord(fields.of('Duration'))) ?? (stepsUs > 0 ? stepsUs : undefined);
  const sampledUs = measuredUs(firstWord(fields.of('Duration Sampled'))) ?? lastsUs;
  const sampled = lastsUs === undefined || sampledUs === undefined ? 1 : Math.min(1, sampledUs / lastsUs);
  if (sampled < 1) report.assumed('The sampled time is the end of the report’s.');
  return { lastsUs, sampled, steps };
}

function firstWord(text: string): string {
  return text.split(' ', 1)[0] ?? '';
}

interface Surroundings {
  readonly images: TextImages;
  readonly context: KsContext;
  readonly sampled: number;
  readonly steps: number;
}

function threadsOf({ threads }: ProcessBlock, { images, context, sampled, steps }: Surroundings): readonly ReportThread[] {
  const main = threads.find(({ queue }) => queue === MAIN_QUEUE)?.tid ?? threads.reduce(leastTid, 0);
  const most = threads.reduce((last, { lastStep }) => Math.max(last, lastStep), steps);
  const byTid = new Map(threads.map(({ tid }, at) => [tid, at] as const).toReversed());
  return threads.map((thread): ReportThread => {
    const { tid, name, queue, rows, firstStep, lastStep } = thread;
    const at = (step: number): number => 1 - sampled + (most > 0 ? (sampled * Math.min(step, most)) / most : 0);
    const span = { from: at(Math.max(0, firstStep - 1)), to: lastStep > 0 && lastStep >= firstStep ? at(lastStep) : 1 };
    const stacks = stacksOf(rows, context.tables, images);
    return { name, tid, isMain: tid !== 0 && tid === main, group: queue, stacks, span, waitsFor: waitOf(thread, byTid) };
  });
}

/** Main has the lowest id of its process. */
function leastTid(least: number, { tid }: BlockThread): number {
  return least === 0 || (tid > 0 && tid < least) ? tid : least;
}

/** The thread that most samples waited for. */
function waitOf({ rows }: BlockThread, byTid: ReadonlyMap<number, number>): ReportWait | undefined {
  let longest: TreeRow | undefined;
  for (const row of rows) if (row.waitsFor !== 0 && row.count > (longest?.count ?? 0)) longest = row;
  const owner = longest === undefined ? undefined : byTid.get(longest.waitsFor);
  return owner === undefined ? undefined : { kind: 'monitor', object: '', owner };
}
