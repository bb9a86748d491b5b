import { fileURLToPath } from 'node:url';
import { questionNamed } from '../core/questions.ts';
import { Lake } from '../host/open-lake.ts';
import { inProcess, peakMegabytes, printResult } from './in-process.ts';

export type AnswerRow = Readonly<Record<string, unknown>>;

export interface Asked {
  readonly openSeconds: number;
  readonly answerSeconds: number;
  /** The same question again; 0 if it was asked once. */
  readonly againSeconds: number;
  /** Of the whole process. */
  readonly cpuSeconds: number;
  /** Of the whole process. */
  readonly peakMegabytes: number;
  readonly rows: readonly AnswerRow[];
}

/** Opens the lake and asks a ready question, in an own process. */
export function askLake(lake: string, question: string, times: 'once' | 'twice' = 'once'): Promise<Asked> {
  return inProcess(fileURLToPath(import.meta.url), [lake, question, times]);
}

async function ask(folder: string, name: string, isTwice: boolean): Promise<Asked> {
  const question = questionNamed(name);
  if (question === undefined) throw new Error(`There is no question named ${name}.`);
  const beganMs = performance.now();
  const lake = await Lake.open(folder);
  const openMs = performance.now();
  const { columns, rows } = await lake.ask(question.sql, new AbortController().signal);
  const answeredMs = performance.now();
  if (isTwice) await lake.ask(question.sql, new AbortController().signal);
  const againMs = performance.now();
  lake.close();
  const { user, system } = process.cpuUsage();
  return {
    openSeconds: (openMs - beganMs) / 1e3,
    answerSeconds: (answeredMs - openMs) / 1e3,
    againSeconds: (againMs - answeredMs) / 1e3,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: await peakMegabytes(),
    rows: rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]))),
  };
}

if (import.meta.main) {
  const [folder = '', name = '', times] = process.argv.slice(2);
  printResult(await ask(folder, name, times === 'twice'));
}
