import { resolve } from 'node:path';
import type { Terminal } from '../../../cli/terminal.ts';
import { LaglensError, messageOf } from '../../../core/errors.ts';
import { errorCode } from '../../../host/error-code.ts';
import { MOST_FOREIGN_BYTES, readForeignFile } from '../../../host/foreign-file.ts';
import { judgeAgain, reportOfToday } from '../core/replay/judge-again.ts';
import { replayText } from '../core/replay/replay-text.ts';
import { countAnswers, type FieldReport, reportJson } from '../core/report/field-report.ts';
import { parseReport } from '../protocol/parse-report.ts';

/**
 * `laglens verify --replay`: a report's observations, judged by today's rules without the device.
 * @param isJson prints the report with today's answers
 * @returns 1 if a fact is false today
 */
export async function replayReport(file: string, isJson: boolean, terminal: Terminal): Promise<number> {
  const report = await readReport(resolve(terminal.folder, file));
  const judged = judgeAgain(report);
  const today = reportOfToday(report, judged);
  terminal.out((isJson ? reportJson(today) : replayText(report, judged)).trimEnd());
  return countAnswers(today).false > 0 ? 1 : 0;
}

/** @throws LaglensError */
async function readReport(path: string): Promise<FieldReport> {
  let text: string;
  try {
    text = (await readForeignFile(path, MOST_FOREIGN_BYTES, { links: 'follow' })).toString('utf8');
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? unusable(`There is no report ${path}.`) : unusable(messageOf(error));
  }
  const parsed = parseReport(text);
  if ('report' in parsed) return parsed.report;
  throw unusable(`The report ${path} can't be read: ${parsed.mistake}`);
}

function unusable(message: string): LaglensError {
  return new LaglensError({ code: 'usage', message, next: 'Name a report that “laglens verify --device ID -o FILE” wrote.' });
}
