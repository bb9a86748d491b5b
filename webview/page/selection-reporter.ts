import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import { LastSeen, sameData, sameKey } from '../../core/memo.ts';
import type { Selection } from '../../protocol/page-protocol.ts';
import { selectedRanges } from '../content/selected-ranges.ts';
import type { ViewRange, ViewState } from '../state/view-state.ts';

/** Where a lag that lasts ends: behind all that comes. */
const OPEN_END_US = Number.MAX_SAFE_INTEGER;

/** Tells others what is selected, whenever that is something else. */
export class SelectionReporter {
  readonly #report: (selection: Selection | undefined) => void;
  readonly #reported = new LastSeen<Selection | undefined>(sameData);
  readonly #seen = new LastSeen(sameKey);
  #range: ViewRange | undefined;
  #isAll = false;

  constructor(report: (selection: Selection | undefined) => void) {
    this.#report = report;
  }

  /** The page begins anew, and nobody knows what it shows. */
  begin(): void {
    this.#reported.clear();
    this.#seen.clear();
    this.#range = undefined;
    this.#isAll = false;
  }

  /**
   * @param lag the selected lag, if it is there
   * @param group the selected group
   * @param nowUs how far the session goes, undefined while it is being read
   */
  update(state: ViewState, lag: { readonly open: boolean } | undefined, group: LagGroup | undefined, nowUs: number | undefined): void {
    // Asked in each frame in which the reader pans, of a group that may have thousands of lags.
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
    // A function that is shown in all that was recorded is no choice of a range, also when the session goes on. What comes back with a
    // page is there before the session is.
    if (range !== this.#range && nowUs !== undefined) {
      this.#isAll = range.fromUs <= 0 && range.toUs >= nowUs;
      this.#range = range;
    }
    return this.#isAll ? undefined : { of: 'range', ranges: [{ beginUs: range.fromUs, endUs: range.toUs }] };
  }
}
