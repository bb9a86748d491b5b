import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import { LastSeen, sameData, sameKey } from '../../core/memo.ts';
import type { Selection } from '../../protocol/parse-from-page.ts';
import { selectedRanges } from '../content/selection/selected-ranges.ts';
import type { ViewRange, ViewState } from '../state/view-state.ts';

/** End of an ongoing lag: after all data. */
const OPEN_END_US = Number.MAX_SAFE_INTEGER;

/** Reports changes of the selection. */
export class SelectionReporter {
  readonly #report: (selection: Selection | undefined) => void;
  readonly #reported = new LastSeen<Selection | undefined>(sameData);
  readonly #seen = new LastSeen(sameKey);
  #range: ViewRange | undefined;
  #isAll = false;

  constructor(report: (selection: Selection | undefined) => void) {
    this.#report = report;
  }

  /** The host knows no selection of a new page. */
  begin(): void {
    this.#reported.clear();
    this.#seen.clear();
    this.#range = undefined;
    this.#isAll = false;
  }

  /**
   * @param lag the selected lag, if it exists
   * @param group the selected group
   * @param nowUs end of the session; undefined while it is read
   */
  update(state: ViewState, lag: { readonly open: boolean } | undefined, group: LagGroup | undefined, nowUs: number | undefined): void {
    // Called in each frame of a pan, for groups of thousands of lags.
    if (!this.#seen.isNew([state.lag, state.range, lag?.open, group, nowUs === undefined])) return;
    const selection = this.#selection(state, lag, group, nowUs);
    if (this.#reported.isNew(selection)) this.#report(selection);
  }

  #selection(
    state: ViewState,
    lag: { readonly open: boolean } | undefined,
    group: LagGroup | undefined,
    nowUs: number | undefined,
  ): Selection | undefined {
    const { range } = state;
    if (range === undefined) {
      const ranges = selectedRanges({ ...state, thread: 0 }, group, 0, { fromUs: 0, toUs: 0 });
      return group === undefined ? undefined : { of: 'lags', ranges: ranges.map(({ beginUs, endUs }) => ({ beginUs, endUs })) };
    }
    if (state.lag !== undefined) {
      return { of: 'lag', ranges: [{ beginUs: range.fromUs, endUs: lag?.open === true ? OPEN_END_US : range.toUs }] };
    }
    // The whole recording of a shown function is no selected range, also when the session grows.
    // A restored range comes before the session.
    if (range !== this.#range && nowUs !== undefined) {
      this.#isAll = range.fromUs <= 0 && range.toUs >= nowUs;
      this.#range = range;
    }
    return this.#isAll ? undefined : { of: 'range', ranges: [{ beginUs: range.fromUs, endUs: range.toUs }] };
  }
}
