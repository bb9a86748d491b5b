import type { Turns } from '../../../../core/session/file/turns.ts';
import type { ByteSource } from './byte-source.ts';
import type { ImportReport } from './import-report.ts';
import { textLines } from './text-lines.ts';

/**
 * A reader's answer for each piece of a file, which no reader can forget: `true` for a piece that was read, or that it leaves out on
 * purpose (docs/formats.md lists these); else a plural noun, “lines of no known form”, under which the import report counts it.
 */
export type Use = true | string;

interface LineTask {
  readonly source: ByteSource;
  readonly report: ImportReport;
  readonly turns: Turns;
}

/** Passes a text file's lines but blank ones, without their ends. The only way to them: unread lines are counted. */
export async function eachLine({ source, report, turns }: LineTask, use: (line: string) => Use): Promise<void> {
  for await (const lines of textLines(source, report)) {
    for (const line of lines) {
      if (line.trim() !== '') count(report, use(line));
      await turns.pause();
    }
  }
}

/** Passes a list's values, such as a JSON file's events: unread values are counted. */
export async function eachValue<T>(
  values: Iterable<T>,
  { report, turns }: Omit<LineTask, 'source'>,
  use: (value: T, index: number) => Use,
): Promise<void> {
  let index = 0;
  for (const value of values) {
    count(report, use(value, index++));
    await turns.pause();
  }
}

function count(report: ImportReport, use: Use): void {
  if (use !== true) report.skipped(use);
}
