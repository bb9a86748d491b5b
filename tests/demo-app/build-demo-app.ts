import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, glob, mkdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheDir } from '../../scripts/setup/cache.ts';
import { mavenJar } from '../../scripts/setup/maven.ts';
import { frameworkJar } from './framework.ts';
import { type AndroidVersion, d8, frameworks, kotlin } from './versions.ts';

const execute = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
export type Log = (line: string) => void;

export interface DemoBuild {
  /** The JDK that compiled it. */
  readonly javaHome: string;
  /** Class folders of the app, then Kotlin's standard library. */
  readonly classPath: readonly string[];
  /** Follows the desktop JVM's classes: stand-ins first, then Android's framework. */
  readonly bootClassPath: readonly string[];
  /** The native methods of the framework's looper classes. */
  readonly library: string;
}

/** The app in dex code, for ART. */
export interface DexBuild {
  /** As for `-cp`. */
  readonly classPath: string;
  readonly library: string;
}

/**
 * Compiles the demo app into the cache, once per state of the sources.
 * @param log gets a line per slow step
 * @throws Error with the compiler's words
 */
export async function buildDemoApp(android: AndroidVersion, log: Log = () => undefined): Promise<DemoBuild> {
  const [javaHome, home] = await Promise.all([findJavaHome(), homeOfBuild()]);
  const framework = await frameworkJar(android, javaHome, log);
  const standardLibrary = await kotlinStandardLibrary(log);
  if (!(await exists(home))) await compile(home, javaHome, log);
  return {
    javaHome,
    classPath: [join(home, 'java'), join(home, 'kotlin'), standardLibrary],
    bootClassPath: [join(home, 'stand-ins'), framework],
    library: join(home, 'libphone.so'),
  };
}

/** The same in dex code, without Android's framework, which the runtime has. */
export async function buildDemoDex(log: Log = () => undefined): Promise<DexBuild> {
  const build = await buildDemoApp('11', log);
  const standardLibrary = await kotlinStandardLibrary(log);
  const library = join(cacheDir('demo-app'), `${basename(standardLibrary, '.jar')}-dex.jar`);
  const shop = join(dirname(build.library), 'shop-dex.jar');
  if (!(await exists(library))) await makeDex(build.javaHome, [standardLibrary], [], library, log);
  if (!(await exists(shop))) await makeDex(build.javaHome, build.classPath.slice(0, 2), [standardLibrary], shop, log);
  return { classPath: `${shop}:${library}`, library: build.library };
}

/** Native methods and libraries for another processor. @param clangFlags of its system */
export async function buildDemoNatives(abi: string, clangFlags: readonly string[]): Promise<string> {
  const { javaHome, library } = await buildDemoApp('11');
  const other = join(dirname(library), abi);
  if (!(await exists(other))) {
    const fresh = `${other}.${process.pid}`;
    await mkdir(fresh);
    await compileNatives(javaHome, fresh, clangFlags);
    await moveIntoPlace(fresh, other);
  }
  return join(other, basename(library));
}

async function compile(home: string, javaHome: string, log: Log): Promise<void> {
  log('demo app: compiling (about 15 s the first time) ...');
  const startedMs = Date.now();
  const fresh = `${home}.${process.pid}`;
  await mkdir(fresh, { recursive: true });
  const { artifact, sha256 } = frameworks['14'];
  const framework = await mavenJar(artifact, sha256, log);
  await Promise.all([
    compileNatives(javaHome, fresh),
    compileJava(javaHome, ['stand-ins'], [framework], join(fresh, 'stand-ins')),
    compileKotlin(javaHome, join(fresh, 'kotlin'), log),
  ]);
  await compileJava(javaHome, ['phone', 'shop'], [framework, join(fresh, 'kotlin')], join(fresh, 'java'));
  await moveIntoPlace(fresh, home);
  log(`demo app: compiled in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
}

/** The phone's library and the shop's. @param target flags of clang for another processor */
async function compileNatives(javaHome: string, folder: string, target: readonly string[] = []): Promise<void> {
  const flags = [...target, '-std=c11', '-O2', '-Wall', '-Wextra', '-shared', '-fPIC'];
  const headers = [join(javaHome, 'include'), join(javaHome, 'include', 'linux')].map((dir) => `-I${dir}`);
  for (const [room, library] of [
    ['native', 'libphone.so'],
    ['shop', 'libfilters.so'],
  ] as const)
    await run('clang-14', [...flags, ...headers, '-o', join(folder, library), ...(await sources([room], 'c'))]);
}

/** As byte code of Java 8, which D8 and every JDK can read. */
async function compileJava(javaHome: string, rooms: readonly string[], classPath: readonly string[], output: string): Promise<void> {
  const flags = ['-nowarn', '-Xlint:-options', '-source', '8', '-target', '8', '-g'];
  await run(join(javaHome, 'bin', 'javac'), [...flags, '-cp', classPath.join(':'), '-d', output, ...(await sources(rooms, 'java'))]);
}

async function compileKotlin(javaHome: string, output: string, log: Log): Promise<void> {
  const jars: string[] = [];
  for (const { artifact, sha256 } of kotlin) jars.push(await mavenJar(artifact, sha256, log));
  const compiler = ['-cp', jars.join(':'), 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'];
  const flags = ['-no-stdlib', '-no-reflect', '-jvm-target', '1.8', '-cp', await kotlinStandardLibrary(log), '-d', output];
  await run(join(javaHome, 'bin', 'java'), [...compiler, ...flags, ...(await sources(['shop'], 'kt'))]);
}

async function kotlinStandardLibrary(log: Log): Promise<string> {
  const library = kotlin[1];
  if (library === undefined) throw new Error('The standard library is missing from versions.ts');
  return mavenJar(library.artifact, library.sha256, log);
}

/**
 * `--debug` keeps all line numbers and Kotlin's SourceDebugExtension.
 * @param inputs jars, or folders of classes
 */
export async function makeDex(
  javaHome: string,
  inputs: readonly string[],
  classPath: readonly string[],
  dex: string,
  log: Log,
): Promise<void> {
  log(`demo app: making ${basename(dex)} (about 10 s the first time) ...`);
  const [{ artifact, sha256 }, scratch] = [frameworks['11'], `${dex}.${process.pid}`];
  await mkdir(scratch, { recursive: true });
  const jars = await Promise.all(inputs.map((input) => asJar(input, scratch, javaHome)));
  const tool = ['-cp', await mavenJar(d8.artifact, d8.sha256, log), 'com.android.tools.r8.D8'];
  const others = [await mavenJar(artifact, sha256, log), ...classPath].flatMap((path) => ['--classpath', path]);
  const fresh = join(scratch, 'dex.jar');
  await run(join(javaHome, 'bin', 'java'), [
    ...tool,
    '--debug',
    '--min-api',
    '26',
    '--lib',
    javaHome,
    ...others,
    '--output',
    fresh,
    ...jars,
  ]);
  await rename(fresh, dex);
  await rm(scratch, { recursive: true });
}

async function asJar(path: string, scratch: string, javaHome: string): Promise<string> {
  if (path.endsWith('.jar')) return path;
  const jar = join(scratch, `${basename(path)}.jar`);
  await run(join(javaHome, 'bin', 'jar'), ['cfM', jar, '-C', path, '.']);
  return jar;
}

async function sources(rooms: readonly string[], extension: string): Promise<string[]> {
  const found: string[] = [];
  for (const room of rooms)
    for await (const file of glob(`**/*.${extension}`, { cwd: join(here, room) })) found.push(join(here, room, file));
  return found.sort();
}

/** The cache folder of these very sources. */
async function homeOfBuild(): Promise<string> {
  const hash = createHash('sha256');
  const rooms = ['native', 'phone', 'shop', 'stand-ins'];
  const inputs = [...(await sources(rooms, '{c,h,java,kt}')), join(here, 'build-demo-app.ts'), join(here, 'versions.ts')];
  for (const file of inputs) hash.update(file.slice(here.length)).update(await readFile(file));
  return join(cacheDir('demo-app'), hash.digest('hex').slice(0, 16));
}

async function findJavaHome(): Promise<string> {
  if (process.env.JAVA_HOME) return process.env.JAVA_HOME;
  for (const dir of (process.env.PATH ?? '').split(':')) {
    const javac = join(dir, 'javac');
    if (await exists(javac)) return dirname(dirname(await realpath(javac)));
  }
  throw new Error('The demo app needs a JDK: install the Debian package openjdk-17-jdk-headless, or set JAVA_HOME.');
}

export async function run(command: string, args: readonly string[]): Promise<void> {
  try {
    await execute(command, args, { maxBuffer: 1 << 24 });
  } catch (error) {
    throw new Error(`${command} could not compile the demo app`, { cause: error });
  }
}

/** Another process may have built the same meanwhile. */
export async function moveIntoPlace(fresh: string, home: string): Promise<void> {
  try {
    await rename(fresh, home);
  } catch (error) {
    if (!(await exists(home))) throw error;
    await rm(fresh, { recursive: true });
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
