import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../../../bench/support/figure.ts';
import { lakeQuestions } from '../core/questions.ts';
import { lakeViews, sparkTables } from '../core/set-up.ts';
import { installSpark } from '../scripts/install-spark.ts';
import { added, loadText } from './adding-figures.ts';
import { askLake } from './ask-lake.ts';
import { measureSpark, type SparkAsked } from './measure-spark.ts';
import { scalingTables } from './scaling-tables.ts';

/** Asked once more without broadcast joins; more sessions would take long. */
const SHUFFLED_SESSIONS = 10_000;

/** After these, Spark is asked nothing more: `--sessions` asks about one size. */
const SPARK_MINUTES = 23;

/** Fleets of these sizes, each question on DuckDB and Spark, in an own process or application. Says the answers as tables of Markdown, too. */
export async function* scaling(sizes: readonly number[], say: (line: string) => void): AsyncGenerator<Figure> {
  await installSpark(say);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-scaling-'));
  const tables = scalingTables(sizes);
  const endMs = performance.now() + SPARK_MINUTES * 60_000;
  try {
    for (const sessions of sizes) {
      const lake = join(folder, 'fleet');
      yield* added(lake, sessions, say);
      for (const { name, sql } of lakeQuestions) {
        const about = { bench: 'lake', unit: 's' } as const;
        const asked = await askLake(lake, name, 'twice');
        const { openSeconds, answerSeconds, againSeconds, cpuSeconds, peakMegabytes } = asked;
        const coldSeconds = openSeconds + answerSeconds;
        tables.addDuckDb(name, { coldSeconds, againSeconds, megabytes: [peakMegabytes] });
        yield {
          ...about,
          figure: `${sessions.toLocaleString('en')} sessions: DuckDB, lake opened and ${name} answered`,
          value: coldSeconds,
          note: `again ${againSeconds.toFixed(3)} s; process ${cpuSeconds.toFixed(2)} s CPU, ${Math.round(peakMegabytes)} MB; ${loadText()}`,
        };
        if (performance.now() > endMs) {
          say(`${name} was left out on Spark, after ${SPARK_MINUTES} minutes. bench lake --scaling --sessions ${sessions} asks it.`);
          continue;
        }
        const setUp = [...sparkTables(lake), ...lakeViews()];
        const spark = await measureSpark(join(folder, 'spark'), setUp, sql, sessions === SHUFFLED_SESSIONS);
        if (spark.rows !== asked.rows.length) throw new Error(`${name}: ${spark.rows} rows from Spark, ${asked.rows.length} from DuckDB.`);
        tables.addSpark(name, spark);
        yield {
          ...about,
          figure: `${sessions.toLocaleString('en')} sessions: Spark, tables named and ${name} answered`,
          value: spark.coldSeconds,
          note: `${sparkNote(spark)}; ${loadText()}`,
        };
      }
      await rm(lake, { recursive: true });
    }
    for (const line of tables.lines()) say(line);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function sparkNote({ startSeconds, againSeconds, driverMegabytes, executorMegabytes, work, shuffled }: SparkAsked): string {
  const { stages, tasks, inputBytes, shuffleWrittenBytes, shuffleReadBytes, spilledBytes } = work;
  const kilobytes = (bytes: number): string => (bytes / 1e3).toFixed(1);
  return [
    `again ${againSeconds.toFixed(2)} s; started in ${startSeconds.toFixed(1)} s`,
    `driver ${Math.round(driverMegabytes)} MB, both executors ${Math.round(executorMegabytes)} MB`,
    `${stages} stages, ${tasks} tasks; ${kilobytes(inputBytes)} KB of files`,
    `shuffle ${kilobytes(shuffleWrittenBytes)} KB written, ${kilobytes(shuffleReadBytes)} KB read; ${kilobytes(spilledBytes)} KB spilled`,
    ...(shuffled === undefined
      ? []
      : [`without broadcasts ${shuffled.stages} stages, shuffle ${kilobytes(shuffled.shuffleWrittenBytes)} KB written`]),
  ].join('; ');
}
