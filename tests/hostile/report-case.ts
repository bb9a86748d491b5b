import { reportText } from '../../cli/report/report-text.ts';
import { reportInSteps } from '../../cli/report/session-report.ts';
import { replaySession } from '../../core/session/file/replay.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import { CountedTurns } from './counted-turns.ts';

export interface ReportOutcome {
  /** Messages for the model. */
  readonly messages: number;
  readonly ignored: number;
  readonly rows: number;
  readonly lags: number;
  /** Steps of work, and others' turns in between. */
  readonly steps: number;
  readonly turns: number;
  /** The report's omissions. */
  readonly limits: readonly string[];
  /** Letters of the report. */
  readonly letters: number;
}

/** `laglens report` of a file; with each lag's flame graph unless `trees` is `none`. */
export default async function report(path: string, trees = 'all'): Promise<ReportOutcome> {
  const counted = new CountedTurns();
  const file = await SessionFile.open(path);
  try {
    const { model, report: damage } = await replaySession(file, {
      ...inflateDriver,
      nowMs: () => counted.nowMs(),
      turn: () => counted.turn(),
    });
    const options = { name: 'hostile', thresholdUs: 100_000, isAppClass: () => true, tree: trees !== 'none', file: damage };
    const summary = await new Turns(counted).run(reportInSteps(model, options));
    return {
      messages: model.version,
      ignored: model.ignored,
      rows: model.rows,
      lags: summary.lags.length,
      steps: counted.steps,
      turns: counted.turns,
      limits: summary.limits.map(({ text }) => text),
      letters: reportText(summary).length,
    };
  } finally {
    await file.close();
  }
}
