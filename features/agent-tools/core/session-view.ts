import type { LagCauses } from '../../../core/analysis/causes/lag-causes.ts';
import type { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import type { SourcePlace } from '../../../core/analysis/measures/measured-session.ts';
import type { LineCosts } from '../../../core/analysis/source-costs/line-costs.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';

/** A session judged by one threshold, with what its tools share. */
export interface SessionView {
  /** Handle of further calls: a path in the workspace, or a capture. */
  readonly handle: string;
  readonly model: SessionModel;
  /** In the order of their begin. */
  readonly lags: readonly Lag[];
  readonly thresholdUs: number;
  readonly app: AppMethods;
  readonly causes: LagCauses;
  /** Costs of source lines, up to date. */
  readonly costs: LineCosts;
  readonly isLive: boolean;
  /** Where a place of the session is in the workspace; undefined for none, or for several alike. */
  placeOf(place: SourcePlace): { readonly path: string; readonly line: number } | undefined;
}
