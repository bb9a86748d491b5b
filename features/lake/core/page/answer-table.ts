import { node, type PageElement, type PageNode, pressed } from '../../../../core/document/page-node.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { type Answer, cellText, isNumeric, numberOf } from '../answer.ts';
import { cellWords } from './cell-words.ts';
import { columnHead } from './column-heads.ts';
import { numberText } from './number-text.ts';

export interface RowLink {
  /** Place in the page's list. */
  readonly opens: number;
  readonly text: string;
  /** Whole path. */
  readonly title: string;
}

export interface TableParts {
  readonly label: string;
  readonly answer: Answer;
  /** Columns that are ids for machines. */
  readonly hidden: readonly string[];
  /** Indexed by row; undefined without a session. */
  readonly links: readonly (RowLink | undefined)[];
}

const LONGEST_CELL = 300;

/** The answer; a press on a column's head sorts by it. */
export function answerTable({ label, answer, hidden, links }: TableParts): PageElement {
  const shown = answer.columns.map((name, at) => ({ name, at })).filter(({ name }) => !hidden.includes(name));
  const columns = shown.map(({ name, at }) => ({ name, at, numeric: isNumberColumn(answer, at) }));
  const isLinked = links.some((link) => link !== undefined);
  const heads = columns.map(({ name, numeric }) => head(columnHead(name), numeric));
  const rows = answer.rows.map((row, at) => {
    const cells = columns.map((column) => cell(row[column.at], column));
    return node('tr', {}, cells, isLinked ? [linkCell(links[at])] : []);
  });
  const last = isLinked ? [node('th', { scope: 'col' }, phrase`longest lag`)] : [];
  return node(
    'div',
    { class: 'scrolls', role: 'region', 'aria-label': label, tabindex: 0 },
    node('table', {}, node('thead', {}, node('tr', {}, heads, last)), node('tbody', {}, rows)),
  );
}

function isNumberColumn({ rows }: Answer, at: number): boolean {
  const known = rows.map((row) => row[at]).filter((value) => value !== null && value !== undefined);
  return known.length > 0 && known.every(isNumeric);
}

function head(name: string, numeric: boolean): PageElement {
  const button = node('button', { class: 'sort', type: 'button' }, name);
  return node('th', { scope: 'col', class: numeric ? 'number' : undefined }, button);
}

function cell(value: unknown, { name, numeric }: { readonly name: string; readonly numeric: boolean }): PageElement {
  const number = numeric ? numberOf(value) : undefined;
  if (number !== undefined) return node('td', { class: 'number', 'data-value': number }, numberText(number));
  const text = cellWords(name, cellText(value));
  return node('td', { class: numeric ? 'number' : undefined }, text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text);
}

function linkCell(link: RowLink | undefined): PageElement {
  const content: readonly PageNode[] = link === undefined ? [] : [pressed(String(link.opens), node('a', { title: link.title }, link.text))];
  return node('td', { class: 'open' }, content);
}
