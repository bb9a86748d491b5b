import type { SessionModel } from '../session/model.ts';
import type { Run } from '../session/run.ts';
import { UNKNOWN_COUNT } from '../session/run-columns.ts';
import type { Thread } from '../session/thread.ts';
import { dumpKindOf } from './dump-kind.ts';
import type { LagKind, PhoneFacts } from './lag.ts';
import { lateFramesIn } from './late-frames.ts';
import { firstEndingAfter } from './message-borders.ts';

/** The first counters are about this much time. */
const COUNTED_US = 1_000_000;

/** Counters that come later after a lag are not about it. */
const LATEST_US = 1_500_000;

/** A lag's borders and kind. */
interface Borders {
  readonly kind: LagKind;
  readonly beginUs: number;
  readonly endUs: number;
  readonly cut?: boolean | undefined;
  /** Mode of the run loop, '' unknown. */
  readonly mode: string;
}

/** What iOS tells about a lag beside its samples. */
export function phoneFacts(run: Run, main: Thread | undefined, { kind, beginUs, endUs, cut, mode }: Borders): PhoneFacts {
  const isBackground = run.phases.isBackgroundAt(endUs);
  const isKilled = cut === true && run.endUs >= 0 && isLastOf(main, endUs);
  const counted = countedIn(run, beginUs, endUs);
  const late = lateFramesIn(run, beginUs, endUs);
  return {
    dump: dumpKindOf(kind, { durationUs: endUs - beginUs, isBackground, isKilled, threads: counted.threads ?? 0 }),
    mode,
    isBackground,
    isKilled,
    ...counted,
    lateFrames: late.frames,
    latestUs: late.latestUs,
  };
}

/** Nothing of main is known after this time. */
function isLastOf(main: Thread | undefined, endUs: number): boolean {
  return main === undefined || (main.messages.lastUs <= endUs && main.samples.lastUs <= endUs + 250_000);
}

/** By the counters of a stretch, with the one that comes after it: they are told once a second, for the second before. */
function countedIn(
  { counters }: Run,
  beginUs: number,
  endUs: number,
): Pick<PhoneFacts, 'cpuCores' | 'footprintBytes' | 'threads' | 'thermal'> {
  let cpuUs = 0;
  let overUs = 0;
  let [footprintBytes, threads, thermal] = [UNKNOWN_COUNT, UNKNOWN_COUNT, UNKNOWN_COUNT];
  for (let row = firstEndingAfter(counters.atUs, counters.length, beginUs); row < counters.length; row++) {
    const fromUs = row === 0 ? (counters.atUs[row] ?? 0) - COUNTED_US : (counters.atUs[row - 1] ?? 0);
    if (fromUs >= endUs || (counters.atUs[row] ?? 0) > endUs + LATEST_US) break;
    if (row > 0) {
      cpuUs += counters.cpuUs[row] ?? 0;
      overUs += (counters.atUs[row] ?? 0) - fromUs;
    }
    footprintBytes = Math.max(footprintBytes, counters.footprintBytes[row] ?? UNKNOWN_COUNT);
    threads = Math.max(threads, counters.threads[row] ?? UNKNOWN_COUNT);
    thermal = Math.max(thermal, counters.thermal[row] ?? UNKNOWN_COUNT);
  }
  const known = (value: number): number | undefined => (value === UNKNOWN_COUNT ? undefined : value);
  return {
    cpuCores: overUs > 0 ? cpuUs / overUs : undefined,
    footprintBytes: known(footprintBytes),
    threads: known(threads),
    thermal: known(thermal),
  };
}

/** The mode of a turn of the run loop, '' unknown. */
export function modeOf(model: SessionModel, { messages }: Thread, row: number): string {
  return row < 0 ? '' : (model.strings[messages.target[row] ?? 0] ?? '');
}
