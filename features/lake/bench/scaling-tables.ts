import type { SparkAsked } from './measure-spark.ts';

interface Timed {
  readonly coldSeconds: number;
  readonly againSeconds: number;
  /** Peaks, of each kind of process. */
  readonly megabytes: readonly number[];
}

interface ScalingTables {
  readonly addDuckDb: (question: string, timed: Timed) => void;
  readonly addSpark: (question: string, asked: SparkAsked) => void;
  readonly lines: () => readonly string[];
}

/** Tables of Markdown, a row per question and a column per size. Answers are added by size. */
export function scalingTables(sizes: readonly number[]): ScalingTables {
  const duckDb = new Map<string, string[]>();
  const spark = new Map<string, string[]>();
  const shuffles = new Map<string, string[]>();
  const withoutBroadcasts = new Map<string, string[]>();
  const heads = sizes.map((size) => size.toLocaleString('en'));
  return {
    addDuckDb: (question, timed) => add(duckDb, question, timedCell(timed)),
    addSpark: (question, { driverMegabytes, executorMegabytes, work, shuffled, ...asked }) => {
      add(spark, question, timedCell({ ...asked, megabytes: [driverMegabytes, executorMegabytes] }));
      add(shuffles, question, `${work.stages}; ${kilobytes(work.inputBytes)}; ${kilobytes(work.shuffleWrittenBytes)}`);
      if (shuffled === undefined) return;
      add(withoutBroadcasts, question, `${shuffled.stages}; ${kilobytes(shuffled.shuffleWrittenBytes)}`);
      add(withoutBroadcasts, question, [...shuffled.exchanges].map(([keys, count]) => `${keys} × ${count}`).join('; '));
    },
    lines: () => [
      ...table('DuckDB: opened and answered, again; peak', heads, duckDb),
      ...table('Spark: named and answered, again; driver + executors', heads, spark),
      ...table('Spark: stages; files read; shuffled', heads, shuffles),
      ...table('Spark without broadcast joins', ['stages; shuffled', 'exchanges'], withoutBroadcasts),
    ],
  };
}

function add(rows: Map<string, string[]>, question: string, cell: string): void {
  rows.set(question, [...(rows.get(question) ?? []), cell]);
}

function table(title: string, heads: readonly string[], rows: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (rows.size === 0) return [];
  const lines = [...rows].map(([question, cells]) => `| \`${question}\` | ${cells.join(' | ')} |`);
  return ['', `| ${title} | ${heads.join(' | ')} |`, `|---|${heads.map(() => '---|').join('')}`, ...lines];
}

function timedCell({ coldSeconds, againSeconds, megabytes }: Timed): string {
  return `${coldSeconds.toFixed(2)}, ${againSeconds.toFixed(2)} s; ${megabytes.map(Math.round).join(' + ')} MB`;
}

function kilobytes(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
