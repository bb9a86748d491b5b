import type { SessionModel } from '../../../session/model/model.ts';
import { appPackage } from '../../frames/app-classes.ts';
import type { Baseline } from './baseline.ts';

/** The part of a session that a baseline is compared with; session microseconds. */
export type ComparedPart =
  /** The baseline was made of all of this session, or of a range of it: nothing is compared. */
  | { readonly kind: 'own' }
  /** Another app: nothing is compared unless the reader asks for it. */
  | { readonly kind: 'otherApp' }
  /** The baseline was made of this session's part before `fromUs`. */
  | { readonly kind: 'later'; readonly fromUs: number }
  | { readonly kind: 'other'; readonly fromUs: 0 };

/** @param session as the baseline names its session */
export function comparedPart(model: SessionModel, session: string, { app, untilUs, range, session: made }: Baseline): ComparedPart {
  if (made === session) {
    // `untilUs` is rounded.
    return range !== undefined || model.nowUs - untilUs < 1 ? { kind: 'own' } : { kind: 'later', fromUs: untilUs };
  }
  const last = model.runs.at(-1);
  return isSameApp(app, last?.process?.app ?? last?.hello?.process ?? '') ? { kind: 'other', fromUs: 0 } : { kind: 'otherApp' };
}

/** Processes of one app count as the same; an unknown app could be any. */
export function isSameApp(one: string, other: string): boolean {
  return one === '' || other === '' || (appPackage(one) || one) === (appPackage(other) || other);
}
