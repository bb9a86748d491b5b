import { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import { stackTimes } from '../../../core/analysis/lags/dominant-frame.ts';
import type { LagGroup } from '../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { uint32At } from '../../../core/columns/at.ts';
import type { TimeRange } from '../../../core/columns/time-range.ts';
import { Memo } from '../../../core/memo.ts';
import type { Thread } from '../../../core/session/model/thread.ts';
import type { Transform } from '../../../core/trees/transform.ts';
import { isAppOnly, type ViewState } from '../../state/view-state.ts';
import type { PageSession } from '../page-session.ts';
import type { ViewContext } from '../view-context.ts';

interface Selected {
  readonly session: PageSession;
  readonly state: ViewState;
  readonly thread: Thread;
  readonly lag: Lag | undefined;
  readonly group: LagGroup | undefined;
}

/** Frames that the views show. */
export interface FramesChoice {
  readonly isAppOnly: boolean;
  /** A selected lag has enough of the app's frames to show only those until the user wants all. */
  readonly isOfLag: boolean;
}

/** Selected lags show only the app's frames, where those have at least half of the time. */
export class AppFrames {
  readonly #ofLag = new Memo<boolean>();

  choice({ session, state, thread, lag, group }: Selected, context: ViewContext): FramesChoice {
    const about = lag ?? group?.latest;
    // A search is in all frames.
    const isOfLag = about !== undefined && state.search.text === '' && this.#hasMost(session, thread, about, context);
    return { isAppOnly: isAppOnly(state) || (isOfLag && !state.allFramesOfLags), isOfLag };
  }

  #hasMost(session: PageSession, thread: Thread, { beginUs, endUs }: TimeRange, context: ViewContext): boolean {
    const { version, namesVersion } = session.model;
    const key = [session, thread, beginUs, endUs, context, version, namesVersion];
    return this.#ofLag.get(key, () => hasMostOf(session, thread, { beginUs, endUs }, context));
  }
}

/** Paths of other transforms begin at an app's frame, as shown. */
export function shownTransforms({ transforms }: ViewState, { isAppOnly: isOnly }: FramesChoice): readonly Transform[] {
  return isOnly && !isAppOnly({ transforms }) ? [{ type: 'flattenToApp' }, ...transforms] : transforms;
}

function hasMostOf(session: PageSession, thread: Thread, range: TimeRange, context: ViewContext): boolean {
  const { model } = session;
  const isApp = belowLoop(session, thread, context);
  let allUs = 0;
  let appUs = 0;
  for (const [node, us] of stackTimes(model, thread, range.beginUs, range.endUs)) {
    // Nothing is known of a time without a stack.
    if (node === 0) continue;
    allUs += us;
    if (isApp(node)) appUs += us;
  }
  return allUs > 0 && appUs * 2 >= allUs;
}

/**
 * True for stacks with a frame of the app inside the looper or run loop: the app's frames outside are in every stack. System frames
 * without names between two of the app's run the loop, too, as their file may be unknown.
 */
function belowLoop(session: PageSession, thread: Thread, { facts }: ViewContext): (node: number) => boolean {
  const { model } = session;
  const app = new AppMethods(model, (name) => session.isAppClass(name));
  const isAppleMain = thread.isMain && model.runs[thread.run]?.isApple === true;
  return (innermost) => {
    let isApp = false;
    let isCalledUnnamed = false;
    for (let node = innermost; node !== 0; node = uint32At(model.nodes.parent, node)) {
      const method = uint32At(model.nodes.method, node);
      if (app.isLoop(method)) return isApp;
      if (isApp && isAppleMain && app.isRunLoopCode(method)) return true;
      const isOfApp = facts.category(method) === 'app';
      if (isCalledUnnamed && isOfApp) return true;
      isCalledUnnamed ||= isApp && isAppleMain && facts.isUnnamed(method);
      isApp ||= isOfApp;
    }
    return isApp && !isAppleMain;
  };
}
