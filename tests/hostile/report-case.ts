import { reportText } from '../../cli/report/report-text.ts';
import { reportInSteps } from '../../cli/report/session-report.ts';
import { replaySession } from '../../core/session/file/replay.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import { CountedTurns } from './counted-turns.ts';

/** Outcome of a report about a session. */
export interface ReportOutcome {
  /** Messages that the model was given. */
  readonly messages: number;
  readonly ignored: number;
  readonly rows: number;
  readonly lags: number;
  /** Steps of work, and turns that others had in between. */
  readonly steps: number;
  readonly turns: number;
  /** What the report says was left out. */
  readonly limits: readonly string[];
  /** Letters of the report. */
  readonly letters: number;
}

/** What `laglens report` does with a file; with a flame graph of each lag unless `trees` is `none`. */
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
