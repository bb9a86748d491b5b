import { basename, resolve } from 'node:path';
import type { Answer } from '../../core/lake/answer.ts';
import { type AnswerKeys, daysSql, longestLags, sessionLags, standardErrors } from '../../core/lake/companions.ts';
import { type AskedQuestion, lakePage, OWN_QUERY } from '../../core/lake/page/lake-page.ts';
import { ownChart } from '../../core/lake/page/own-chart.ts';
import type { LakePage } from '../../core/lake/page/page-node.ts';
import { type ShownQuestion, shownQuestions } from '../../core/lake/page/shown-questions.ts';
import { questionNamed } from '../../core/lake/questions.ts';
import type { Lake } from './open-lake.ts';

/** Rows of one question on a page of its own, and among all. */
const MOST_ROWS = 1_000;
const MOST_OVERVIEW_ROWS = 20;

/** All ready questions as one page. Rejects with LaglensError. */
export async function overviewPage(lake: Lake, folder: string, signal: AbortSignal): Promise<LakePage> {
  const asked: AskedQuestion[] = [];
  for (const shown of shownQuestions) {
    const question = questionNamed(shown.name);
    if (question === undefined) continue;
    const answer = await lake.ask(question.sql, signal);
    asked.push(await withCompanions(lake, { shown, reading: question.reading, answer, most: MOST_OVERVIEW_ROWS }, signal));
  }
  return pageOf(lake, folder, asked);
}

/** One question, or a SELECT, with its answer as a page. Rejects with LaglensError. */
export async function answerPage(lake: Lake, folder: string, asked: string, answer: Answer, signal: AbortSignal): Promise<LakePage> {
  const known = shownQuestions.find(({ name }) => name === asked);
  const shown = known ?? { name: OWN_QUERY, title: 'Answer', keys: ownKeys(answer), chart: ownChart(answer) };
  const reading = questionNamed(asked)?.reading ?? asked;
  return pageOf(lake, folder, [await withCompanions(lake, { shown, reading, answer, most: MOST_ROWS }, signal)]);
}

function pageOf({ sessions, damaged }: Lake, folder: string, asked: readonly AskedQuestion[]): LakePage {
  return lakePage({ name: basename(resolve(folder)), sessions, damaged: damaged.length }, asked);
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
