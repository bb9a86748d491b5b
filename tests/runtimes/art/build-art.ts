import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { mavenJar } from '../../../scripts/setup/maven.ts';
import { unpackDebian } from '../../../scripts/setup/unpacked-debian.ts';
import { d8, frameworks, r8 } from '../../demo-app/versions.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Of Android. */
export type ArtVersion = '11' | '14';
export const artVersions: readonly ArtVersion[] = ['11', '14'];

export interface ArtPaths {
  readonly version: ArtVersion;
  readonly dir: string;
  /** Starts a program on the runtime; see the head of `art-run.sh`. */
  readonly run: string;
  /** The looper classes of that release as class files, for javac's and D8's class path. */
  readonly frameworkJar: string;
  /** D8: `java -cp <this> com.android.tools.r8.D8`. */
  readonly d8Jar: string;
}

/**
 * Builds ART, once per recipe (then some tens of milliseconds): 11 takes about 3 minutes of processors’ time, 14 about 8.
 * @param say gets the recipe's progress by line
 * @throws Error with the recipe's last words, as for missing apt packages
 */
export async function buildArt(say: (line: string) => void = () => {}, version: ArtVersion = '11'): Promise<ArtPaths> {
  const d8Jar = await mavenJar(d8.artifact, d8.sha256, say);
  const dir = version === '11' ? await build11(d8Jar, say) : await build14(say);
  return { version, dir, run: join(dir, 'art-run.sh'), frameworkJar: join(dir, 'framework.jar'), d8Jar };
}

async function build11(d8Jar: string, say: (line: string) => void): Promise<string> {
  const dir = cacheDir('art');
  const { artifact, sha256 } = frameworks['11'];
  await runRecipe('ART 11', join(here, 'build.sh'), [dir, await mavenJar(artifact, sha256, say), d8Jar], say);
  return dir;
}

/** A folder per recipe: work trees of several states don't build it by turns. */
async function build14(say: (line: string) => void): Promise<string> {
  const dir = join(cacheDir('art-14'), await recipeHash());
  if (await isThere(dir)) return dir;
  const { artifact, sha256 } = frameworks['14'];
  const androidAll = await mavenJar(artifact, sha256, say);
  const newD8 = await mavenJar(r8.artifact, r8.sha256, say);
  const trixie = await unpackDebian('art', 'trixie', await linesOf('14/debian-packages.txt'), say);
  await runRecipe('ART 14', join(here, '14/build.sh'), [dir, androidAll, newD8, trixie], say);
  return dir;
}

async function recipeHash(): Promise<string> {
  const hash = createHash('sha256');
  const files: string[] = [];
  for await (const file of glob(['14/**/*', 'native-stubs/*', 'framework-stubs/**/*', 'patch.py', 'natives.mk'], { cwd: here }))
    files.push(file);
  for (const file of files.sort()) if (/\.[a-z]+$/.test(file)) hash.update(file).update(await readFile(join(here, file)));
  return hash.digest('hex').slice(0, 16);
}

async function linesOf(file: string): Promise<readonly string[]> {
  return (await readFile(join(here, file), 'utf8')).split('\n').filter((line) => line !== '');
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

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
