import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, glob, mkdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { mavenJar } from '../../../scripts/setup/maven.ts';
import { kotlin, r8 } from '../../demo-app/versions.ts';

const execute = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
type Log = (line: string) => void;

/** Shrunk programs whose maps show R8's output. */
export const programs = {
  /** Class files: inlined methods, overloads, exception rules. */
  inlining: { language: 'java', options: ['--classfile'] },
  /** For Android 7: dex code with line tables, and outlines. */
  outlining: { language: 'java', options: ['--min-api', '24'] },
  /** For Android 8: lines are instructions' offsets. Lambdas become merged classes. */
  lambdas: { language: 'kt', options: ['--min-api', '26'] },
} as const satisfies Record<string, { readonly language: 'java' | 'kt'; readonly options: readonly string[] }>;

export type ProgramName = keyof typeof programs;

function r8Jar(log?: Log): Promise<string> {
  return mavenJar(r8.artifact, r8.sha256, log);
}

/** R8's map of a program, cached by program and R8. */
export async function shrunkProgramMap(name: ProgramName, log: Log = () => undefined): Promise<string> {
  const home = join(
    cacheDir('retrace'),
    `${name}-${await hashOf(join(here, 'programs', name), [r8.artifact, JSON.stringify(programs[name])])}`,
  );
  await onceInto(home, async (fresh) => {
    log(`retrace: shrinking ${name} with R8 (about 15 s the first time) ...`);
    const javaHome = await findJavaHome();
    const classes = join(fresh, 'classes');
    await mkdir(classes);
    const libraries = await compile(name, classes, javaHome, log);
    const jar = join(fresh, 'program.jar');
    await packClasses(javaHome, classes, jar);
    const rules = ['--pg-conf', join(here, 'programs', name, 'rules.pro'), '--pg-map-output', join(fresh, 'map.txt')];
    const others = ['--lib', javaHome, ...libraries.flatMap((library) => ['--classpath', library])];
    await runR8(
      'com.android.tools.r8.R8',
      ['--release', ...programs[name].options, ...others, ...rules, '--output', join(fresh, 'out.zip'), jar],
      log,
    );
  });
  return readFile(join(home, 'map.txt'), 'utf8');
}

/** Shrinks all in sequence: R8 takes a gigabyte. */
export async function shrunkPrograms(log: Log): Promise<void> {
  for (const name of ['inlining', 'outlining', 'lambdas'] as const) await shrunkProgramMap(name, log);
}

/** @returns the class path */
async function compile(name: ProgramName, output: string, javaHome: string, log: Log): Promise<readonly string[]> {
  const sources = (await filesIn(join(here, 'programs', name))).filter((file) => file.endsWith(`.${programs[name].language}`));
  if (programs[name].language === 'java') {
    await compileJava(javaHome, sources, output);
    return [];
  }
  const jars = await Promise.all(kotlin.map(({ artifact, sha256 }) => mavenJar(artifact, sha256, log)));
  const [, library = ''] = jars;
  const compiler = ['-cp', jars.join(':'), 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler', '-no-stdlib', '-no-reflect'];
  await execute(join(javaHome, 'bin', 'java'), [...compiler, '-jvm-target', '1.8', '-cp', library, '-d', output, ...sources]);
  return [library];
}

/** As byte code of Java 8 on any JDK, with lines and variable names. */
export async function compileJava(javaHome: string, sources: readonly string[], output: string): Promise<void> {
  const flags = ['-nowarn', '-Xlint:-options', '-source', '8', '-target', '8', '-g'];
  await execute(join(javaHome, 'bin', 'javac'), [...flags, '-d', output, ...sources]);
}

export async function packClasses(javaHome: string, classes: string, jar: string): Promise<void> {
  await execute(join(javaHome, 'bin', 'jar'), ['cfM', jar, '-C', classes, '.']);
}

/** Runs a class of R8's jar, or of a folder before it on the class path. */
export async function runR8(mainClass: string, args: readonly string[], log?: Log, folder?: string): Promise<void> {
  const classPath = [...(folder === undefined ? [] : [folder]), await r8Jar(log)].join(':');
  await execute(join(await findJavaHome(), 'bin', 'java'), ['-Xmx1g', '-XX:+UseSerialGC', '-cp', classPath, mainClass, ...args], {
    maxBuffer: 1 << 26,
  });
}

/** Folder of the compiled driver of R8's Retrace. */
export async function truthClasses(log?: Log): Promise<string> {
  const source = join(here, 'RetraceTruth.java');
  const home = join(cacheDir('retrace'), `truth-${digest([await readFile(source), r8.artifact])}`);
  await onceInto(home, async (fresh) => {
    await execute(join(await findJavaHome(), 'bin', 'javac'), ['-cp', await r8Jar(log), '-d', fresh, source]);
  });
  return home;
}

/** Fills a folder once; another process may be quicker. */
export async function onceInto(home: string, fill: (fresh: string) => Promise<void>): Promise<void> {
  if (await exists(home)) return;
  const fresh = `${home}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await fill(fresh);
  await rename(fresh, home).catch(async (error: unknown) => {
    if (!(await exists(home))) throw error;
    await rm(fresh, { recursive: true });
  });
}

export function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex').slice(0, 16);
}

async function hashOf(folder: string, more: readonly string[]): Promise<string> {
  const files = await filesIn(folder);
  return digest([...more, ...(await Promise.all(files.map((file) => readFile(file))))]);
}

/** R8 needs the JDK's own classes, so its folder. */
export async function findJavaHome(): Promise<string> {
  if (process.env.JAVA_HOME) return process.env.JAVA_HOME;
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const javac = join(folder, 'javac');
    if (await exists(javac)) return dirname(dirname(await realpath(javac)));
  }
  throw new Error('R8 needs a JDK: install the Debian package openjdk-17-jdk-headless, or set JAVA_HOME.');
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const file of glob('**/*.{java,kt,pro}', { cwd: folder })) found.push(join(folder, file));
  return found.sort();
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
