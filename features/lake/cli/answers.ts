import { aligned } from '../../../cli/report/aligned.ts';
import { oneLine } from '../../../core/text/one-line.ts';
import { asciiJson, terminalLine } from '../../../core/text/terminal-text.ts';
import { buildLogLine } from '../../../core/text/workflow-command.ts';
import { type Answer, cellText, isNumeric } from '../core/answer.ts';

/** Characters of a cell in a table. */
const LONGEST_CELL = 60;

/** For people; numbers are flush right. */
export function answerTable({ columns, rows }: Answer): string {
  const cells = rows.map((row) => row.map((value) => cut(oneLine(cellText(value)))));
  const right = new Set(columns.filter((_, at) => rows.every((row) => row[at] === null || isNumeric(row[at]))));
  return aligned([columns.map((name) => cut(oneLine(name))), ...cells], right)
    .map((line) => buildLogLine(terminalLine(line)))
    .join('\n');
}

/** An array of objects, in ASCII. Whole numbers that JSON cannot hold exactly are texts. */
export function answerJson({ columns, rows }: Answer): string {
  return asciiJson(
    rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, isNumeric(row[at]) ? Number(row[at]) : row[at]]))),
    2,
  );
}

/**
 * RFC 4180 with Unix' line ends, and a quote before texts that spreadsheets would run as formulas.
 * @param isBuildLog its reader runs lines as commands
 */
export function answerCsv({ columns, rows }: Answer, isBuildLog = false): string {
  const lines = [columns, ...rows].map((row) => row.map(csvCell).join(',')).join('\n');
  // A cell may have several lines.
  return isBuildLog
    ? lines
        .split(/\r?\n|\r/)
        .map(buildLogLine)
        .join('\n')
    : lines;
}

function csvCell(value: unknown): string {
  const text = cellText(value);
  const harmless = !isNumeric(value) && /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function cut(text: string): string {
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}
