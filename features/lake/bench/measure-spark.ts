import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runSpark } from '../tests/fleet/spark.ts';
import { exchangesOf, type StageSums, stagesBetween } from './spark-stages.ts';

interface Measured {
  readonly startSeconds: number;
  readonly setUpSeconds: number;
  readonly asks: readonly { readonly beganMs: number; readonly seconds: number; readonly endedMs: number }[];
  readonly rows: number;
  readonly driverMegabytes: number;
  readonly executorMegabytes: number;
  readonly plan: string;
  readonly shuffledPlan?: string;
}

interface SparkWork extends StageSums {
  readonly exchanges: ReadonlyMap<string, number>;
}

export interface SparkAsked {
  /** Of an application with its workers. */
  readonly startSeconds: number;
  /** Statements that name the tables, and the first answer. */
  readonly coldSeconds: number;
  readonly againSeconds: number;
  readonly rows: number;
  readonly driverMegabytes: number;
  /** Of both. */
  readonly executorMegabytes: number;
  /** For the first answer. */
  readonly work: SparkWork;
  /** For an answer without broadcast joins. */
  readonly shuffled?: SparkWork;
}

/**
 * Asks a question twice in an own application.
 * @param folder for Spark's files; removed
 * @param isShuffled to ask once more without broadcast joins
 */
export async function measureSpark(folder: string, setUp: readonly string[], sql: string, isShuffled: boolean): Promise<SparkAsked> {
  const eventLog = join(folder, 'events');
  try {
    const script = join(import.meta.dirname, 'measure_spark.py');
    const measured = await runSpark<Measured>(folder, script, { setUp, sql, eventLog, isShuffled });
    const { asks, plan, shuffledPlan, setUpSeconds, startSeconds, rows, driverMegabytes, executorMegabytes } = measured;
    const [first, second, third] = asks;
    const [name] = await readdir(eventLog);
    if (first === undefined || second === undefined || name === undefined) throw new Error('Spark answered less than twice.');
    const log = await readFile(join(eventLog, name), 'utf8');
    return {
      startSeconds,
      coldSeconds: setUpSeconds + first.seconds,
      againSeconds: second.seconds,
      rows,
      driverMegabytes,
      executorMegabytes,
      work: { ...stagesBetween(log, first.beganMs, first.endedMs), exchanges: exchangesOf(plan) },
      ...(third !== undefined &&
        shuffledPlan !== undefined && {
          shuffled: { ...stagesBetween(log, third.beganMs, third.endedMs), exchanges: exchangesOf(shuffledPlan) },
        }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
