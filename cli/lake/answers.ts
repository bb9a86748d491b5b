import { oneLine } from '../../core/text/one-line.ts';
import { asciiJson, terminalLine } from '../../core/text/terminal-text.ts';
import { buildLogLine } from '../../core/text/workflow-command.ts';
import type { Answer } from '../../host/lake/open-lake.ts';
import { aligned } from '../report/aligned.ts';

/** Characters of a cell in a table. */
const LONGEST_CELL = 60;

/** For people; numbers are flush right. */
export function answerTable({ columns, rows }: Answer): string {
  const cells = rows.map((row) => row.map((value) => cut(oneLine(textOf(value)))));
  const right = new Set(columns.filter((_, at) => rows.every((row) => row[at] === null || isNumber(row[at]))));
  return aligned([columns.map((name) => cut(oneLine(name))), ...cells], right)
    .map((line) => buildLogLine(terminalLine(line)))
    .join('\n');
}

/** An array of objects, in ASCII. Whole numbers that JSON cannot hold exactly are texts. */
export function answerJson({ columns, rows }: Answer): string {
  return asciiJson(
    rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, isNumber(row[at]) ? Number(row[at]) : row[at]]))),
    2,
  );
}

/** RFC 4180 with Unix' line ends, and a quote before texts that spreadsheets would run as formulas. */
export function answerCsv({ columns, rows }: Answer): string {
  return [columns, ...rows].map((row) => row.map(csvCell).join(',')).join('\n');
}

function csvCell(value: unknown): string {
  const text = textOf(value);
  const harmless = !isNumber(value) && /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The engine gives 64-bit numbers as texts. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,15}$/.test(value));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : asciiJson(value);
}

function cut(text: string): string {
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}
