import type { SessionModel } from '../../../session/model/model.ts';
import { appPackage } from '../../frames/app-classes.ts';
import { type Baseline, systemOf } from './baseline.ts';

/** The part of a session that a baseline is compared with; session microseconds. */
export type ComparedPart =
  /** The baseline was made of all of this session, or of a range of it: nothing is compared. */
  | { readonly kind: 'own' }
  /** Another app: nothing is compared unless the reader asks for it. */
  | { readonly kind: 'otherApp' }
  /** The app of this name on another system: the same. */
  | { readonly kind: 'otherSystem' }
  /** This session, or the baseline's, is another tool's profile: the same. */
  | { readonly kind: 'import' }
  /** The baseline was made of this session's part before `fromUs`. */
  | { readonly kind: 'later'; readonly fromUs: number }
  | { readonly kind: 'other'; readonly fromUs: 0 };

/** @param session as the baseline names its session */
export function comparedPart(model: SessionModel, session: string, baseline: Baseline): ComparedPart {
  const { app, untilUs, range, session: made, isImport, system } = baseline;
  if (made === session) {
    // `untilUs` is rounded.
    return range !== undefined || model.nowUs - untilUs < 1 ? { kind: 'own' } : { kind: 'later', fromUs: untilUs };
  }
  const last = model.runs.at(-1);
  // Its times and threads are another tool's, and its app is often a guess.
  if (isImport === true || last?.isImported === true) return { kind: 'import' };
  if (!isSameApp(app, last?.process?.app ?? last?.hello?.process ?? '')) return { kind: 'otherApp' };
  const own = systemOf(last).system;
  return system === undefined || own === undefined || system === own ? { kind: 'other', fromUs: 0 } : { kind: 'otherSystem' };
}

/** Processes of one app count as the same; an unknown app could be any. */
export function isSameApp(one: string, other: string): boolean {
  return one === '' || other === '' || (appPackage(one) || one) === (appPackage(other) || other);
}
