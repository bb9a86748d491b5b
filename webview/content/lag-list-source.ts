import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import { type ComparedGroup, compareWithBaseline } from '../../core/analysis/lags/groups/baseline-comparison.ts';
import { type LagGroup, LagGroups, lagGroups } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { observedUs } from '../../core/analysis/threads/observed-time.ts';
import { LastSeen, sameKey } from '../../core/memo.ts';
import type { ViewState } from '../state/view-state.ts';
import { type Frequency, frequencyOf, type ListItem, listItems } from './list-items.ts';
import type { PageSession } from './page-session.ts';

/** What the list shows. */
export interface LagListContents {
  readonly items: readonly ListItem[];
  readonly lags: number;
  readonly groups: number;
  /** Nothing is left by the filter. */
  readonly isFiltered: boolean;
  /** The selected group. */
  readonly group: LagGroup | undefined;
  /** How often that came, and what was before. */
  readonly frequency: Frequency | undefined;
  readonly before: ComparedGroup | undefined;
  /** The groups beside those of the baseline, undefined without one. */
  readonly compared: readonly ComparedGroup[] | undefined;
}

/** Rates count whole seconds: the page of a capture, which is drawn often, and that of its file say the same. */
const RATE_STEP_US = 1_000_000;

/** Follows the lags of a session: groups, rates, the comparison with a baseline, and the rows of the list in their order. */
export class LagListSource {
  readonly #groups = new LagGroups();
  readonly #key = new LastSeen(sameKey);
  #items: readonly ListItem[] = [];
  #compared: readonly ComparedGroup[] | undefined;

  contents(session: PageSession, lags: readonly Lag[], state: ViewState, baseline: Baseline | undefined): LagListContents {
    this.#groups.update(lags);
    const { groups } = this.#groups;
    const seenUs = wholeSeconds(observedUs(session.model));
    const { order, grouped, change } = state;
    if (this.#key.isNew([lags, groups, seenUs, session.thresholdUs, baseline, order, grouped, change])) {
      this.#compared = baseline && compared(session, lags, groups, baseline);
      const groupAt = (index: number): LagGroup | undefined => this.#groups.groupAt(index);
      this.#items = listItems({ lags, groups, groupAt, observedUs: seenUs, compared: this.#compared, order, grouped, change });
    }
    // A lag or stretch that was chosen later takes its place.
    const group = state.lag === undefined && state.range === undefined ? this.#groups.group(state.group) : undefined;
    return {
      items: this.#items,
      lags: lags.length,
      groups: groups.length,
      isFiltered: change !== undefined && this.#compared !== undefined && this.#items.length === 0 && lags.length > 0,
      group,
      frequency: group && frequencyOf(group, seenUs),
      before: group && this.#compared?.find(({ key }) => key === group.key),
      compared: this.#compared,
    };
  }
}

function wholeSeconds(us: number): number {
  return Math.floor(us / RATE_STEP_US) * RATE_STEP_US;
}

/** Of the baseline's own session only what came after it was set is compared: a build that was made meanwhile. */
function compared(session: PageSession, lags: readonly Lag[], groups: readonly LagGroup[], baseline: Baseline): readonly ComparedGroup[] {
  const { model, thresholdUs } = session;
  if (baseline.session !== session.about.session) {
    return compareWithBaseline(groups, baseline, { observedUs: wholeSeconds(observedUs(model)), thresholdUs });
  }
  const later = lags.filter(({ beginUs }) => beginUs >= baseline.untilUs);
  const laterUs = wholeSeconds(observedUs(model, baseline.untilUs));
  return compareWithBaseline(lagGroups(later), baseline, { observedUs: laterUs, thresholdUs });
}
