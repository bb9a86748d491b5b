import type { FieldReport, ReportThread } from '../../field/field-report.ts';
import type { KsContext } from '../../field/native-frames.ts';
import { IdleStacks } from '../../import/busy-times.ts';
import type { ImportTask } from '../../import/profile-reader.ts';
import { stacksOf } from './call-tree.ts';
import type { SampledThread, SampleLines } from './sample-lines.ts';
import type { TextImages } from './text-images.ts';

const MAIN_QUEUE = 'com.apple.main-thread';
/** The tool's usual interval. */
const USUAL_US = 1_000;

/** Threads with their counted stacks. A lag only if no sample found main at rest, as the file has no order of samples. */
export function sampleReport(
  { threads, intervalUs }: SampleLines,
  images: TextImages,
  context: KsContext,
  { builder, report }: Pick<ImportTask, 'builder' | 'report'>,
): FieldReport {
  const most = threads.reduce((longest, { count }) => Math.max(longest, count), 0);
  const byQueue = threads.findIndex(({ queue }) => queue === MAIN_QUEUE);
  const main = byQueue < 0 ? 0 : byQueue;
  if (intervalUs === undefined) report.assumed('Samples are a millisecond apart, as usual: the file does not say.');
  report.assumed('Stacks of a thread follow the file’s order, as it has no times of single samples.');
  const found = threads.map((thread, at): ReportThread => {
    const stacks = stacksOf(thread.rows, context.tables, images);
    const rest = thread.count - stacks.reduce((sum, { weight }) => sum + weight, 0);
    const withRest = rest > 0 ? [...stacks, { stack: 0, weight: rest }] : stacks;
    return {
      ...namedThread(thread, at === main),
      isMain: at === main,
      stacks: withRest,
      span: { from: 0, to: most > 0 ? thread.count / most : 1 },
    };
  });
  if (threads.some(({ count }) => count < most)) report.assumed('Threads with fewer samples than others are drawn from the begin on.');
  const idle = new IdleStacks(builder.stacks, builder.frames);
  const hasRested = (found[main]?.stacks ?? []).some(({ stack }) => idle.has(stack));
  if (hasRested) report.withoutLags('Main rested between samples of unknown order, so no lags are listed.');
  const lastsUs = most * (intervalUs ?? USUAL_US);
  return {
    title: 'Apple: sample',
    lastsUs: lastsUs > 0 ? lastsUs : undefined,
    isLag: !hasRested,
    threads: hasRested ? found.map((each) => ({ ...each, isMain: false })) : found,
  };
}

function namedThread({ name, tid, queue }: SampledThread, isMain: boolean): Pick<ReportThread, 'name' | 'tid' | 'group'> {
  return { name: isMain ? 'main' : name, tid, group: queue };
}
