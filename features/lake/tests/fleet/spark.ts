import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sparkPython } from '../../scripts/install-spark.ts';
import type { AnswerRow } from '../lake/judge-answer.ts';

export interface SparkAnswers {
  /** Executors that were there at the end. */
  readonly workers: number;
  readonly rows: Readonly<Record<string, readonly AnswerRow[]>>;
}

/** Spark's answers, by a driver and two workers with a core each. @param folder for its files */
export function askSpark(folder: string, setUp: readonly string[], questions: Readonly<Record<string, string>>): Promise<SparkAnswers> {
  return runSpark(folder, join(import.meta.dirname, 'ask_spark.py'), { setUp, questions });
}

/**
 * JSON of the file that a Python script writes, which may import `local_cluster`. Its arguments are that file and a folder for tables.
 * @param folder for Spark's files
 * @param asked the script's standard input, as JSON
 */
export async function runSpark<Answer>(folder: string, script: string, asked: object): Promise<Answer> {
  const work = join(folder, 'work');
  await mkdir(work, { recursive: true });
  const answers = join(folder, 'answers.json');
  const child = spawn(sparkPython(), [script, answers, join(folder, 'warehouse')], {
    cwd: folder,
    env: {
      ...process.env,
      PYTHONPATH: import.meta.dirname,
      PYTHONDONTWRITEBYTECODE: '1',
      // Executors connect to the machine's name otherwise.
      SPARK_LOCAL_IP: '127.0.0.1',
      SPARK_LOCAL_HOSTNAME: 'localhost',
      SPARK_WORKER_DIR: work,
      SPARK_LOCAL_DIRS: work,
    },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-8_000);
  });
  const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  child.stdin.end(JSON.stringify(asked));
  if ((await code) !== 0) throw new Error(`Spark failed: ${said}`);
  return JSON.parse(await readFile(answers, 'utf8'));
}
