import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../../scripts/setup/cache.ts';
import { mavenJar } from '../../scripts/setup/maven.ts';
import { buildDemoApp, type DemoBuild, exists, type Log, makeDex, moveIntoPlace, run } from './build-demo-app.ts';
import { frameworks, kotlin, r8 } from './versions.ts';

const shop = fileURLToPath(new URL('shop', import.meta.url));
const own = fileURLToPath(import.meta.url);

/** The Android Gradle plugin's additions to an app's rules, as needed here. */
const pluginRules = ['-allowaccessmodification', '-repackageclasses'];
/** The plugin puts the map's id in place of a class's source file. */
const sourceFile = 'r8-map-id-%MAP_ID';

/** For a desktop JVM, or dex code for Android 8 and newer. */
type ReleaseKind = 'classes' | 'dex';

/** The demo app's release variant, shrunk by R8. */
interface ReleaseBuild {
  /** Sources and build outputs, as Gradle leaves them. In the cache: copy it before writing. */
  readonly project: string;
  /** Source lines and names by the app's. */
  readonly mapping: string;
  /** The app, then the unshrunk parts of the phone. */
  readonly classPath: readonly string[];
}

/**
 * Builds the release variant into the cache once.
 * @param log gets a line per slow step
 * @throws Error with R8's words
 */
export async function buildRelease(kind: ReleaseKind, log: Log = () => undefined): Promise<ReleaseBuild> {
  const debug = await buildDemoApp('11', log);
  const home = join(cacheDir('demo-app'), `release-${kind}-${await hashOfRelease(debug)}`);
  const project = join(home, 'shop');
  const outputs = join(project, 'app', 'build', 'outputs');
  if (!(await exists(home))) await shrink(kind, debug, home, log);
  return {
    project,
    mapping: join(outputs, 'mapping', 'release', 'mapping.txt'),
    classPath: [join(outputs, packages[kind]), join(home, 'phone.jar')],
  };
}

/** Kotlin's and Android's plugins leave R8's input there. */
const kotlinFolder = join('app', 'build', 'tmp', 'kotlin-classes', 'release');
const javaFolder = join('app', 'build', 'intermediates', 'javac', 'release', 'compileReleaseJavaWithJavac', 'classes');

const packages: Readonly<Record<ReleaseKind, string>> = {
  classes: join('jar', 'release', 'app-release.jar'),
  dex: join('apk', 'release', 'app-release-unsigned.apk'),
};

async function shrink(kind: ReleaseKind, debug: DemoBuild, home: string, log: Log): Promise<void> {
  log(`demo app: shrinking (${kind}; about 20 s the first time) ...`);
  const startedMs = Date.now();
  const fresh = `${home}.${process.pid}`;
  const outputs = join(fresh, 'shop', 'app', 'build', 'outputs');
  for (const folder of ['apk', 'jar', 'mapping']) await mkdir(join(outputs, folder, 'release'), { recursive: true });
  await cp(shop, join(fresh, 'shop'), { recursive: true });
  const [phone, app] = [join(fresh, 'phone-classes.jar'), join(fresh, 'app-classes.jar')];
  const [java = '', kotlinClasses = ''] = debug.classPath;
  const inPackage = (folder: string, name: string): string[] => ['-C', folder, join('com', 'example', name)];
  await jar(debug, phone, [...inPackage(java, 'phone'), '-C', java, join('com', 'android')]);
  await jar(debug, app, [...inPackage(java, 'shop'), ...inPackage(kotlinClasses, 'shop')]);
  await cp(join(kotlinClasses, 'com'), join(fresh, 'shop', kotlinFolder, 'com'), { recursive: true });
  await cp(join(java, 'com', 'example', 'shop'), join(fresh, 'shop', javaFolder, 'com', 'example', 'shop'), { recursive: true });
  await runR8(kind, debug, { app, phone, outputs }, log);
  if (kind === 'dex') await makeDex(debug.javaHome, [phone], [], join(fresh, 'phone.jar'), log);
  else await cp(phone, join(fresh, 'phone.jar'));
  await writeFile(join(outputs, 'apk', 'release', 'output-metadata.json'), JSON.stringify(metadata, undefined, 2));
  await moveIntoPlace(fresh, home);
  log(`demo app: shrunk in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
}

async function runR8(
  kind: ReleaseKind,
  { javaHome }: DemoBuild,
  { app, phone, outputs }: { readonly app: string; readonly phone: string; readonly outputs: string },
  log: Log,
): Promise<void> {
  const [rules, program] = [join(dirname(app), 'plugin-rules.pro'), join(dirname(app), 'program.jar')];
  await writeFile(rules, pluginRules.join('\n'));
  const framework = frameworks[kind === 'dex' ? '11' : '14'];
  const libraries = [javaHome, await mavenJar(framework.artifact, framework.sha256, log), phone];
  await run(join(javaHome, 'bin', 'java'), [
    ...['-Xmx1g', '-XX:+UseSerialGC', '-cp', await mavenJar(r8.artifact, r8.sha256, log), 'com.android.tools.r8.R8'],
    ...['--release', ...(kind === 'dex' ? ['--min-api', '26'] : ['--classfile'])],
    ...libraries.flatMap((library) => ['--lib', library]),
    ...[rules, join(shop, 'app', 'proguard-rules.pro')].flatMap((file) => ['--pg-conf', file]),
    ...['--source-file-template', sourceFile, '--pg-map-output', join(outputs, 'mapping', 'release', 'mapping.txt')],
    ...['--output', program, app, ...(await programLibraries(log))],
  ]);
  await rename(program, join(outputs, packages[kind]));
}

/** Gradle would shrink these with the app: Kotlin's standard library, and its classes' annotations. */
async function programLibraries(log: Log): Promise<readonly string[]> {
  const wanted = kotlin.filter(({ artifact }) => /:(?:kotlin-stdlib|annotations):/.test(artifact));
  return Promise.all(wanted.map(({ artifact, sha256 }) => mavenJar(artifact, sha256, log)));
}

function jar({ javaHome }: DemoBuild, file: string, contents: readonly string[]): Promise<void> {
  return run(join(javaHome, 'bin', 'jar'), ['cfM', file, ...contents]);
}

/** As the plugin writes it beside each APK. */
const metadata = {
  version: 3,
  artifactType: { type: 'APK', kind: 'Directory' },
  applicationId: 'com.example.shop',
  variantName: 'release',
  elements: [{ type: 'SINGLE', filters: [], attributes: [], versionCode: 1, versionName: '1.0', outputFile: basename(packages.dex) }],
  elementType: 'File',
  minSdkVersionForDexing: 26,
};

/** Of all inputs; the debug build's folder is named by the sources' hash. */
async function hashOfRelease({ library }: DemoBuild): Promise<string> {
  const hash = createHash('sha256')
    .update(basename(dirname(library)))
    .update(r8.artifact);
  for (const file of [own, join(shop, 'app', 'proguard-rules.pro')]) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}
