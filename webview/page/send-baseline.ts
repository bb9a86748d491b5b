import { baselineOf } from '../../core/analysis/lags/groups/baseline.ts';
import type { TimeRange } from '../../core/columns/time-range.ts';
import type { RunChoice } from '../../protocol/page-protocol.ts';
import type { PageSession } from '../content/page-session.ts';
import { t } from '../ui/translated.ts';
import { postToHost } from './vscode-api.ts';

/** Sends a session or a run as the baseline; with several runs, asks for one first. */
export function sendBaseline({ model, lags, about, thresholdUs }: PageSession, run: RunChoice | undefined): void {
  const { title, session } = about;
  const { runs } = model;
  if (run === undefined && runs.length > 1) {
    const lagsOf = (index: number): number => lags.filter((lag) => lag.run === index).length;
    const choices = runs.map(({ index, beginUs, endUs }) => ({ beginUs, endUs: endUs < 0 ? model.nowUs : endUs, lags: lagsOf(index) }));
    postToHost({ type: 'baselineRuns', runs: choices });
    return;
  }
  const kept = typeof run === 'number' ? { title: `${title}, ${t('Run {0}', run + 1)}`, run } : { title };
  postToHost({ type: 'baseline', baseline: baselineOf(model, lags, { session, thresholdUs, ...kept }) });
}

/** Sends a part of a session as the baseline, of all runs in it. */
export function sendRangeBaseline({ model, lags, about, thresholdUs }: PageSession, range: TimeRange): void {
  const { title, session } = about;
  postToHost({ type: 'baseline', baseline: baselineOf(model, lags, { title, session, thresholdUs, range }) });
}
