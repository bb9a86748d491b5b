import type { LagGroup } from '../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { uint32At } from '../../../core/columns/at.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { MethodFacts } from '../../../core/trees/method-facts.ts';
import type { FrameKey } from '../../../core/trees/transform.ts';
import type { ViewRange } from '../../state/view-state.ts';

/** The function to blame and its time; for a group in its latest lag. */
export interface BlamedFrame extends ViewRange {
  /** Constant while a selected lag lasts or a group grows. */
  readonly selection: string;
  readonly function: FrameKey;
}

/** Undefined without a selection or a culprit. A lag precedes a group. */
export function blamedFrame(
  model: SessionModel,
  facts: Pick<MethodFacts, 'key'>,
  lag: Lag | undefined,
  group: LagGroup | undefined,
): BlamedFrame | undefined {
  const about = lag ?? group?.latest;
  if (about?.culprit === undefined) return undefined;
  return {
    selection: lag === undefined ? `group ${group?.key}` : `lag ${lag.id}`,
    function: facts.key(uint32At(model.nodes.method, about.culprit.node)),
    fromUs: about.beginUs,
    toUs: about.endUs,
  };
}
