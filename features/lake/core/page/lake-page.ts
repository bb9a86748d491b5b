import { node, type PageElement, type PageNode } from '../../../../core/document/page-node.ts';
import { joinedPhrase, phrase } from '../../../../core/text/phrase.ts';
import { type Answer, cellOf, cellText, numberOf } from '../answer.ts';
import { rowKey } from '../companions.ts';
import { answerCharts, type ChartedAnswer, fileName } from './answer-chart.ts';
import { answerTable, type RowLink } from './answer-table.ts';
import { type ChangedGroups, headline, type VersionPair } from './headline.ts';
import type { LagLink, LakePage } from './linked-page.ts';
import { numberText } from './number-text.ts';
import { hiddenColumns, type ShownQuestion } from './shown-questions.ts';

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
  /** Whose sessions these are. */
  readonly name: string;
  /** Undefined if there are not two versions of one app. */
  readonly versions: VersionPair | undefined;
  readonly sessions: number;
  /** Files that could not be read. */
  readonly damaged: number;
}

/** One question as a page of its own, several as an overview. */
export function lakePage(facts: LakeFacts, asked: readonly AskedQuestion[]): LakePage {
  const links: LagLink[] = [];
  const [only, ...more] = asked;
  const isOne = only !== undefined && more.length === 0;
  const title = isOne ? only.shown.title : phrase`All questions`;
  const answered = isOne ? asked : asked.filter(({ rows }) => rows > 0);
  const lines = [
    sessionsText(facts, facts.versions === undefined || isOne),
    ...(facts.damaged === 0 ? [] : [phrase`${numberText(facts.damaged)} damaged files are left out.`]),
  ];
  const header = node(
    'header',
    {},
    node('h1', { tabindex: -1 }, isOne || facts.versions === undefined ? title : headline(facts.versions, changedGroups(asked))),
    isOne ? node('p', { class: 'summary' }, only.reading) : [],
    node('p', { class: 'muted' }, joinedPhrase(lines, ' ')),
  );
  const ways = answered.map(({ shown }) => node('li', {}, node('a', { href: `#${shown.name}` }, shown.title)));
  const overview = isOne || ways.length === 0 ? [] : [node('nav', { 'aria-label': phrase`Questions` }, node('ul', {}, ways))];
  const sections = answered.map((each) => section(each, { isOne, isOneApp: facts.versions !== undefined, links }));
  return {
    title: joinedPhrase([title, facts.name], ' · '),
    main: node('main', {}, header, overview, sections, nothingFor(isOne ? [] : asked)),
    links,
  };
}

/** @param isPlace the name is a folder's */
function sessionsText({ sessions, name }: LakeFacts, isPlace: boolean): string {
  if (isPlace) return sessions === 1 ? phrase`1 session in ${name}.` : phrase`${numberText(sessions)} sessions in ${name}.`;
  return sessions === 1 ? phrase`1 session of ${name}.` : phrase`${numberText(sessions)} sessions of ${name}.`;
}

function changedGroups(asked: readonly AskedQuestion[]): ChangedGroups {
  const rows = (name: string): number => asked.find(({ shown }) => shown.name === name)?.rows ?? 0;
  return { more: rows('regressions'), less: rows('fixed'), added: rows('new-groups') };
}

/** Questions without an answer in one line. */
function nothingFor(asked: readonly AskedQuestion[]): readonly PageElement[] {
  const empty = asked.filter(({ rows }) => rows === 0);
  if (empty.length === 0) return [];
  const titles = joinedPhrase(
    empty.map(({ shown }) => shown.title),
    ', ',
  );
  return [node('p', { class: 'muted nothing' }, phrase`Nothing for: ${titles}.`)];
}

interface SectionPlace {
  /** Alone on its page. */
  readonly isOne: boolean;
  readonly isOneApp: boolean;
  readonly links: LagLink[];
}

function section(asked: AskedQuestion, { isOne, isOneApp, links }: SectionPlace): PageElement {
  const { shown, reading, answer, rows } = asked;
  const head: readonly PageNode[] = isOne ? [] : [node('h2', {}, shown.title), node('p', { class: 'reading' }, reading)];
  if (rows === 0) return node('section', { id: shown.name }, head, node('p', { class: 'muted' }, phrase`Nothing: no row answers this.`));
  const note =
    rows > answer.rows.length
      ? [node('p', { class: 'muted' }, phrase`First ${numberText(answer.rows.length)} of ${numberText(rows)} rows.`)]
      : [];
  const hidden = shown.name === OWN_QUERY ? [] : [...hiddenColumns, ...(isOneApp ? ['app'] : [])];
  const rowLinks = answer.rows.map((row) => linkOf(asked, row, links));
  const table = answerTable({ label: phrase`Table: ${shown.title}`, answer, hidden, links: rowLinks });
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
