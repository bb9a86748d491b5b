import { basename, resolve } from 'node:path';
import { type Answer, cellText } from '../core/answer.ts';
import { type AnswerKeys, daysSql, longestLags, sessionLags, standardErrors } from '../core/companions.ts';
import type { VersionPair } from '../core/page/headline.ts';
import { type AskedQuestion, lakePage, OWN_QUERY } from '../core/page/lake-page.ts';
import type { LakePage } from '../core/page/linked-page.ts';
import { ownChart } from '../core/page/own-chart.ts';
import { type ShownQuestion, shownQuestions } from '../core/page/shown-questions.ts';
import { hasRate, questionNamed, sqlForNewest } from '../core/questions.ts';
import type { Lake } from './open-lake.ts';

/** Rows of one question on a page of its own, and among all. */
const MOST_ROWS = 1_000;
const MOST_OVERVIEW_ROWS = 20;

/** All ready questions as one page. Rejects with LaglensError. */
export async function overviewPage(lake: Lake, folder: string, signal: AbortSignal): Promise<LakePage> {
  return questionsPage(lake, { name: folderName(folder), newest: undefined }, signal);
}

/**
 * All ready questions as one page.
 * @param name whose sessions these are
 * @param newest version that counts as the newest; undefined for the one whose sessions began last
 * Rejects with LaglensError.
 */
export async function questionsPage(
  lake: Lake,
  { name, newest }: { readonly name: string; readonly newest: string | undefined },
  signal: AbortSignal,
): Promise<LakePage> {
  const asked: AskedQuestion[] = [];
  for (const shown of shownQuestions) {
    const question = questionNamed(shown.name);
    if (question === undefined) continue;
    const answer = await lake.ask(newest === undefined ? question.sql : sqlForNewest(question, newest), signal);
    asked.push(await withCompanions(lake, { shown, reading: question.reading, answer, most: MOST_OVERVIEW_ROWS }, signal));
  }
  return pageOf(lake, name, asked, await versionPair(lake, newest, signal));
}

/** One question, or a SELECT, with its answer as a page. Rejects with LaglensError. */
export async function answerPage(lake: Lake, folder: string, asked: string, answer: Answer, signal: AbortSignal): Promise<LakePage> {
  const known = shownQuestions.find(({ name }) => name === asked);
  const shown = known ?? { name: OWN_QUERY, title: 'Answer', keys: ownKeys(answer), chart: ownChart(answer) };
  const reading = questionNamed(asked)?.reading ?? asked;
  return pageOf(lake, folderName(folder), [await withCompanions(lake, { shown, reading, answer, most: MOST_ROWS }, signal)]);
}

function pageOf({ sessions, damaged }: Lake, name: string, asked: readonly AskedQuestion[], versions?: VersionPair): LakePage {
  return lakePage({ name, sessions, damaged: damaged.length, versions }, asked);
}

function folderName(folder: string): string {
  return basename(resolve(folder));
}

/** The newest versions of the only app; undefined for several apps or a single version. */
async function versionPair(lake: Lake, newest: string | undefined, signal: AbortSignal): Promise<VersionPair | undefined> {
  const { rows } = await lake.ask(
    `SELECT app, version, count(*) FROM sessions WHERE ${hasRate()} GROUP BY app, version ORDER BY min(begin_us) DESC, version DESC`,
    signal,
  );
  const counted = rows.map(([app, version, count]) => ({ app, version: cellText(version), sessions: Number(count) }));
  const now = counted.find(({ version }) => version === newest) ?? counted[0];
  const before = counted.find((each) => each !== now);
  if (now === undefined || before === undefined || counted.some(({ app }) => app !== now.app)) return undefined;
  return { now: now.version, before: before.version, nowSessions: now.sessions, beforeSessions: before.sessions };
}

interface Answered {
  readonly shown: ShownQuestion;
  readonly reading: string;
  readonly answer: Answer;
  readonly most: number;
}

async function withCompanions(lake: Lake, { shown, reading, answer, most }: Answered, signal: AbortSignal): Promise<AskedQuestion> {
  const cut = { columns: answer.columns, rows: answer.rows.slice(0, most) };
  const { chart, keys } = shown;
  const ask = async (sql: string | undefined): Promise<Answer | undefined> => (sql === undefined ? undefined : lake.ask(sql, signal));
  const longest = Object.keys(keys).length === 0 ? undefined : keys.session === undefined ? longestLags(cut, keys) : sessionLags(cut, keys);
  return {
    ...{ shown, reading, answer: cut, rows: answer.rows.length },
    longest: await ask(longest),
    errors: chart.kind === 'bars' && chart.share !== undefined ? await ask(standardErrors(cut, keys, chart.share)) : undefined,
    days: chart.kind === 'trend' ? await ask(daysSql) : undefined,
  };
}

/** A SELECT's rows lead to their session, and to their lag if there is one. */
function ownKeys({ columns }: Answer): AnswerKeys {
  if (!columns.includes('session')) return {};
  return columns.includes('lag') ? { session: 'session', lag: 'lag' } : { session: 'session' };
}
