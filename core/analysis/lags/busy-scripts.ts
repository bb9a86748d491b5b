import { uint32At } from '../../columns/at.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import { ON_CPU_SHARE, threadState } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import { type FrameRef, frameOf } from '../frames/frame.ts';
import { rowBusyShare } from '../threads/busy-time.ts';
import { visitSpans } from '../threads/spans.ts';
import { dominantFrame, stackTimes, TimedFrames } from './dominant-frame.ts';

/**
 * React Native's threads for JavaScript: ReactQueueConfigurationSpec of both architectures, RCTCxxBridge and RCTInstance of iOS; DevTools'
 * traces call it by the language.
 */
const SCRIPT_THREAD = /^(?:mqt_(?:v_)?js|JavaScript|com\.facebook\.react\.(?:runtime\.)?JavaScript)$/;
/** Readers round times. */
const PAUSE_US = 1_000;

/** The longest time without a pause on one thread of JavaScript beside main. */
export interface BusyScript extends TimeRange {
  /** Row of `model.threads`. */
  readonly thread: number;
  /** The function that took most of it; undefined if none is known. */
  readonly frame: FrameRef | undefined;
  /** False: the samples do not tell work from waiting in native code. */
  readonly isCounted: boolean;
}

/** Such times of at least `leastUs`, one per thread: lags are main’s only, but touches that JavaScript handles wait for this thread. */
export function busyScripts(model: SessionModel, leastUs: number, app: AppMethods): readonly BusyScript[] {
  return model.threads.flatMap((thread) => {
    if (thread.isMain || thread.isAgent || !SCRIPT_THREAD.test(thread.name)) return [];
    const longest = longestWork(model, thread);
    if (longest === undefined || longest.endUs - longest.beginUs < leastUs) return [];
    const { beginUs, endUs, isCounted } = longest;
    return [{ thread: thread.index, beginUs, endUs, isCounted, frame: frameIn(model, thread, longest, app) }];
  });
}

type Work = TimeRange & Pick<BusyScript, 'isCounted'>;

/** A rest, a known wait or an unknown time ends it. */
function longestWork(model: SessionModel, thread: Thread): Work | undefined {
  let open: Work | undefined;
  let longest: Work | undefined;
  visitSpans(model, thread, 0, Number.POSITIVE_INFINITY, ({ row, node, beginUs, endUs, waits }) => {
    const state = thread.samples.stateAt(row);
    const share = rowBusyShare(thread, row);
    const mayWork = state === threadState.running || state === threadState.native;
    if (node === 0 || waits || !mayWork || (share !== undefined && share < ON_CPU_SHARE)) {
      open = undefined;
      return;
    }
    const isCounted = share !== undefined;
    const follows = open !== undefined && beginUs - open.endUs <= PAUSE_US;
    open = open !== undefined && follows ? { ...open, endUs, isCounted: open.isCounted && isCounted } : { beginUs, endUs, isCounted };
    if (longest === undefined || open.endUs - open.beginUs > longest.endUs - longest.beginUs) longest = open;
  });
  return longest;
}

/** The app's function with half of the time, else the innermost one with most. */
function frameIn(model: SessionModel, thread: Thread, { beginUs, endUs }: TimeRange, app: AppMethods): FrameRef | undefined {
  const times = stackTimes(model, thread, beginUs, endUs);
  const [hottest = [0, 0]] = [...times].toSorted(([, one], [, other]) => other - one);
  const node = dominantFrame(new TimedFrames(model.nodes, times), app, 'counts') || hottest[0];
  return node === 0 || uint32At(model.nodes.method, node) === 0 ? undefined : frameOf(model, node);
}

/** @param moment formats a session time, `length` a duration, `place` a function with its place */
export function busyScriptSentence(
  model: SessionModel,
  { thread, beginUs, endUs, frame, isCounted }: BusyScript,
  words: { moment(atUs: number): string; length(us: number): string; place(frame: FrameRef): string },
): string {
  const name = model.threads[thread]?.name ?? '';
  const about = isCounted ? 'was busy' : 'was busy, or waited in native code,';
  const where = frame === undefined ? '' : `, longest in ${words.place(frame)}`;
  const lasted = `for ${words.length(endUs - beginUs)} without a pause from ${words.moment(beginUs)} on${where}`;
  return `JavaScript thread ${name} ${about} ${lasted}. Touches that JavaScript handles wait meanwhile; lags are main’s only.`;
}
