import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { mavenJar } from '../../../scripts/setup/maven.ts';
import { d8, frameworks } from '../../demo-app/versions.ts';

export interface ArtPaths {
  readonly dir: string;
  /** Starts a program on the runtime; see the head of `art-run.sh`. */
  readonly run: string;
  /** Android 11's looper classes as class files, for javac's and D8's class path. */
  readonly frameworkJar: string;
  /** D8: `java -cp <this> com.android.tools.r8.D8`. */
  readonly d8Jar: string;
}

/**
 * Builds ART 11, once per recipe (then some tens of milliseconds).
 * @param say gets the recipe's progress by line
 * @throws Error with the recipe's last words, as for missing apt packages
 */
export async function buildArt(say: (line: string) => void = () => {}): Promise<ArtPaths> {
  const dir = cacheDir('art');
  const framework = frameworks['11'];
  const androidAll = await mavenJar(framework.artifact, framework.sha256, say);
  const d8Jar = await mavenJar(d8.artifact, d8.sha256, say);
  await runRecipe('ART 11', fileURLToPath(new URL('build.sh', import.meta.url)), [dir, androidAll, d8Jar], say);
  return { dir, run: join(dir, 'art-run.sh'), frameworkJar: join(dir, 'framework.jar'), d8Jar };
}

/** @throws Error with the script's last words */
export async function runRecipe(what: string, script: string, args: readonly string[], say: (line: string) => void): Promise<void> {
  const recipe = spawn(script, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let rest = '';
  const hear = (text: string): void => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      say(line);
    }
  };
  recipe.stdout.setEncoding('utf8').on('data', hear);
  recipe.stderr.setEncoding('utf8').on('data', hear);
  const code = await new Promise<number | null>((resolve, reject) => {
    recipe.once('error', reject);
    recipe.once('close', resolve);
  });
  if (code !== 0) throw new Error(`Building ${what} failed (code ${code}):\n${[...lines, rest].slice(-30).join('\n')}`);
}
