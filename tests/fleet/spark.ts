import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sparkPython } from '../../scripts/setup/install-spark.ts';
import type { AnswerRow } from '../lake/judge-answer.ts';

export interface SparkAnswers {
  /** Executors that were there at the end. */
  readonly workers: number;
  readonly rows: Readonly<Record<string, readonly AnswerRow[]>>;
}

/** Spark's answers, by a driver and two workers with a core each. @param folder for its files */
export async function askSpark(
  folder: string,
  setUp: readonly string[],
  questions: Readonly<Record<string, string>>,
): Promise<SparkAnswers> {
  const work = join(folder, 'work');
  await mkdir(work, { recursive: true });
  const answers = join(folder, 'answers.json');
  const child = spawn(sparkPython(), [join(import.meta.dirname, 'ask_spark.py'), answers, join(folder, 'warehouse')], {
    cwd: folder,
    env: {
      ...process.env,
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
  child.stdin.end(JSON.stringify({ setUp, questions }));
  if ((await code) !== 0) throw new Error(`Spark failed: ${said}`);
  return JSON.parse(await readFile(answers, 'utf8'));
}
