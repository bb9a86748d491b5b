import type { SessionModel } from '../session/model.ts';
import type { Run } from '../session/run.ts';
import type { Thread } from '../session/thread.ts';
import { dumpKindOf } from './dump-kind.ts';
import type { LagKind, PhoneFacts } from './lag.ts';
import { lateFramesIn } from './late-frames.ts';
import { countedIn } from './process-counters.ts';

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

/** The mode of a turn of the run loop, '' unknown. */
export function modeOf(model: SessionModel, { messages }: Thread, row: number): string {
  return row < 0 ? '' : (model.strings[messages.target[row] ?? 0] ?? '');
}
