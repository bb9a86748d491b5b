import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { digest, onceInto, runR8, truthClasses } from './r8.ts';

/** Questions to R8's Retrace. */
interface Question {
  readonly map: string;
  readonly trace?: string;
  /** Lines of class, method, descriptor or -, line or -, separated by tabs; see RetraceTruth.java. */
  readonly queries?: string;
}

export interface Answer {
  readonly plain: readonly string[];
  readonly verbose: readonly string[];
  readonly frames: readonly string[];
}

/** Asks R8's own Retrace everything in one run; earlier answers are cached. */
export async function askRetrace(questions: readonly Question[]): Promise<readonly Answer[]> {
  const classes = await truthClasses();
  const home = join(cacheDir('retrace'), `answers-${digest([classes, JSON.stringify(questions)])}`);
  await onceInto(home, async (fresh) => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-retrace-'));
    try {
      for (const [i, { map, trace, queries }] of questions.entries()) {
        const one = join(folder, String(i));
        await mkdir(one);
        await writeFile(join(one, 'map.txt'), map);
        if (trace !== undefined) await writeFile(join(one, 'trace.txt'), trace);
        if (queries !== undefined) await writeFile(join(one, 'queries.txt'), queries);
      }
      await runR8('RetraceTruth', [folder], undefined, classes);
      const answers = await Promise.all(questions.map((_, i) => readAnswer(join(folder, String(i)))));
      await writeFile(join(fresh, 'answers.json'), JSON.stringify(answers));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
  const answers: readonly Answer[] = JSON.parse(await readFile(join(home, 'answers.json'), 'utf8'));
  return answers;
}

async function readAnswer(folder: string): Promise<Answer> {
  const lines = async (name: string): Promise<readonly string[]> => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    return text === '' ? [] : text.replace(/\n$/, '').split('\n');
  };
  return { plain: await lines('plain.out'), verbose: await lines('verbose.out'), frames: await lines('frames.out') };
}
