import { type Answer, cellOf, cellText, numberOf } from '../answer.ts';
import { rowKey } from '../companions.ts';
import { answerCharts, type ChartedAnswer, fileName } from './answer-chart.ts';
import { answerTable, type RowLink } from './answer-table.ts';
import { numberText } from './number-text.ts';
import { type LagLink, type LakePage, node, type PageElement, type PageNode } from './page-node.ts';
import { idColumns, type ShownQuestion } from './shown-questions.ts';

/** A question with its answer; rows are cut. */
export interface AskedQuestion extends ChartedAnswer {
  readonly shown: ShownQuestion;
  /** Meaning of the answer in one sentence. */
  readonly reading: string;
  /** Rows before the cut. */
  readonly rows: number;
  /** By row key: session, lag, length and path. */
  readonly longest: Answer | undefined;
}

export interface LakeFacts {
  /** Name of the lake's folder. */
  readonly name: string;
  readonly sessions: number;
  /** Files that could not be read. */
  readonly damaged: number;
}

/** One question as a page of its own, several as an overview. */
export function lakePage(facts: LakeFacts, asked: readonly AskedQuestion[]): LakePage {
  const links: LagLink[] = [];
  const [only, ...more] = asked;
  const isOne = only !== undefined && more.length === 0;
  const title = isOne ? only.shown.title : 'All questions';
  const lines = [
    `${numberText(facts.sessions)} ${facts.sessions === 1 ? 'session' : 'sessions'} in ${facts.name}`,
    ...(facts.damaged === 0 ? [] : [`${numberText(facts.damaged)} damaged files are left out`]),
  ];
  const header = node(
    'header',
    {},
    node('h1', { tabindex: -1 }, title),
    isOne ? node('p', { class: 'summary' }, only.reading) : [],
    node('p', { class: 'muted' }, `${lines.join('; ')}.`),
  );
  const ways = asked.map(({ shown }) => node('li', {}, node('a', { href: `#${shown.name}` }, shown.title)));
  const overview = isOne ? [] : [node('nav', { 'aria-label': 'Questions' }, node('ul', {}, ways))];
  const sections = asked.map((each) => section(each, isOne, links));
  return { title: `${title} · ${facts.name}`, main: node('main', {}, header, overview, sections), links };
}

function section(asked: AskedQuestion, isOne: boolean, links: LagLink[]): PageElement {
  const { shown, reading, answer, rows } = asked;
  const head: readonly PageNode[] = isOne ? [] : [node('h2', {}, shown.title), node('p', { class: 'reading' }, reading)];
  if (rows === 0) return node('section', { id: shown.name }, head, node('p', { class: 'muted' }, 'Nothing: no row answers this.'));
  const note =
    rows > answer.rows.length
      ? [node('p', { class: 'muted' }, `First ${numberText(answer.rows.length)} of ${numberText(rows)} rows.`)]
      : [];
  const hidden = shown.name === OWN_QUERY ? [] : idColumns;
  const rowLinks = answer.rows.map((row) => linkOf(asked, row, links));
  const table = answerTable({ label: `Table: ${shown.title}`, answer, hidden, links: rowLinks });
  return node('section', { id: shown.name }, head, answerCharts(shown, asked), table, note);
}

/** Name of a SELECT among the questions. */
export const OWN_QUERY = 'query';

/** The row's longest lag, else its session. */
function linkOf({ shown, answer, longest }: AskedQuestion, row: readonly unknown[], links: LagLink[]): RowLink | undefined {
  if (longest === undefined) return undefined;
  const key = rowKey(answer, row, shown.keys);
  const found = longest.rows.find((each) => cellOf(longest, each, 'key') === key);
  if (found === undefined) return undefined;
  const path = cellText(cellOf(longest, found, 'path'));
  const us = numberOf(cellOf(longest, found, 'us'));
  const lag = cellText(cellOf(longest, found, 'lag'));
  const opens = links.push({ path, lag: lag === '' ? undefined : lag }) - 1;
  const text = us === undefined ? fileName(path) : `${fileName(path)}, ${numberText(us / 1_000)} ms`;
  return { opens, text, title: path };
}
