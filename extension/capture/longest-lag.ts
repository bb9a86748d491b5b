import * as vscode from 'vscode';
import { LagCauses } from '../../core/analysis/causes/lag-causes.ts';
import { appClassPredicate, appPrefixesOf } from '../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { formatDuration } from '../../core/analysis/report/format-duration.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import { causeWords } from '../sessions/facts/cause-words.ts';

/** The longest lag of a capture, in words. */
export class LongestLag {
  readonly #session: { readonly model: SessionModel; readonly lags: readonly Lag[] };
  #causes: LagCauses | undefined;
  #runs = 0;

  constructor(session: { readonly model: SessionModel; readonly lags: readonly Lag[] }) {
    this.#session = session;
  }

  /** Its length and cause, '' without a lag. */
  get text(): string {
    const { model, lags } = this.#session;
    const lag = longestOf(lags);
    if (lag === undefined) return '';
    // The application's id comes with a run.
    if (this.#causes === undefined || this.#runs !== model.runs.length) {
      this.#runs = model.runs.length;
      const isApp = appClassPredicate({ packages: [], prefixes: appPrefixesOf(model) });
      this.#causes = new LagCauses(model, new AppMethods(model, isApp));
    }
    return vscode.l10n.t('Longest lag, {0}: {1}', formatDuration(lag.endUs - lag.beginUs), causeWords(this.#causes.of(lag)));
  }
}

/** The longest; of equally long ones the newest. */
function longestOf(lags: readonly Lag[]): Lag | undefined {
  return lags.reduce<Lag | undefined>(
    (longest, lag) => (longest !== undefined && longest.endUs - longest.beginUs > lag.endUs - lag.beginUs ? longest : lag),
    undefined,
  );
}
