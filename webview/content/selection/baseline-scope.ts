import type { Baseline } from '../../../core/analysis/lags/groups/baseline.ts';
import { comparedPart } from '../../../core/analysis/lags/groups/compared-part.ts';
import { formatSeconds } from '../../../core/analysis/report/format-seconds.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { formatClock, formatMoment } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';
import type { PageSession } from '../page-session.ts';

/** The part of a session that a baseline is compared with; session microseconds. */
export type BaselineScope =
  /** The baseline was made of all of this session: nothing is compared. */
  | { readonly kind: 'own' }
  /** Another app, and the reader has not asked for a comparison. */
  | { readonly kind: 'otherApp'; readonly app: string }
  /** The app of this name on another system, and the reader has not asked. */
  | { readonly kind: 'otherSystem' }
  /** This session or the baseline's is another tool's profile, and the reader has not asked. */
  | { readonly kind: 'import' }
  /** Made of this session's part before `fromUs`. */
  | { readonly kind: 'later'; readonly fromUs: number; readonly since: string }
  | { readonly kind: 'other'; readonly fromUs: 0 };

export type ComparedScope = Extract<BaselineScope, { readonly fromUs: number }>;

/** @param acrossApps the reader asked for a comparison with another app, or of an import */
export function baselineScope({ model, about }: PageSession, baseline: Baseline, acrossApps: boolean): BaselineScope {
  const part = comparedPart(model, about.session, baseline);
  switch (part.kind) {
    case 'later':
      return { ...part, since: clockAt(model, part.fromUs) };
    case 'import':
    case 'otherSystem':
      return acrossApps ? { kind: 'other', fromUs: 0 } : part;
    case 'otherApp':
      return acrossApps ? { kind: 'other', fromUs: 0 } : { ...part, app: baseline.app };
    default:
      return part;
  }
}

/** The baseline's session for people, with the range if it is a part: `12.3–15.0 s of shop, today 06:46`. */
export function baselineName({ range }: Pick<Baseline, 'range'>, session: string): string {
  return range === undefined ? session : t('{0} of {1}', formatSeconds(range), session);
}

export interface ComparedBaseline {
  readonly baseline: Baseline;
  /** For people. */
  readonly name: string;
}

export function isCompared(scope: BaselineScope | undefined): scope is ComparedScope {
  return scope !== undefined && 'fromUs' in scope;
}

/** The device's wall clock at a session time; session time if no agent gave its clock. */
function clockAt({ runs }: SessionModel, atUs: number): string {
  const run = runs.findLast(({ hello, beginUs }) => hello !== undefined && beginUs <= atUs);
  if (run?.hello === undefined || run.originUs === undefined) return formatMoment(atUs, 0);
  const { wallUs, monoUs } = run.hello;
  return formatClock((wallUs - monoUs + run.originUs + atUs) / 1000);
}
