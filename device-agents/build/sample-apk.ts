import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mavenJar } from '../../scripts/setup/maven.ts';
import { d8, frameworks } from '../../tests/demo-app/versions.ts';
import { agentsRoot, sources } from './sources.ts';
import { storedZip, type ZipEntry } from './stored-zip.ts';

const execute = promisify(execFile);
type Log = (line: string) => void;

/** The sample app's sources. */
const folder = join(agentsRoot, 'sample-app');
/** In AndroidManifest.xml, too. */
const MIN_SDK = '28';

/**
 * Builds and signs the sample app without Android's SDK: Debian's aapt2 and apksigner, Robolectric's framework, D8. The same sources give
 * the same bytes.
 * @param file of the APK
 * @param log gets a line per download
 * @throws Error with the words of the tool that failed
 */
export async function buildSampleApk(file: string, log: Log = () => undefined): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'laglens-sample-'));
  try {
    const framework = await frameworkJar(log);
    const entries = [await manifestOf(work, framework), await dexOf(work, framework, log)].flat();
    const unsigned = join(work, 'unsigned.apk');
    await writeFile(unsigned, storedZip(entries));
    await sign(unsigned, file);
  } finally {
    await rm(work, { recursive: true });
  }
}

/** Compiles the app's classes, for a desktop JVM with the framework's classes. */
export async function compileSampleClasses(output: string, log: Log = () => undefined): Promise<void> {
  await javac(output, await frameworkJar(log));
}

function frameworkJar(log: Log): Promise<string> {
  return mavenJar(frameworks['14'].artifact, frameworks['14'].sha256, log);
}

async function javac(output: string, framework: string): Promise<void> {
  const flags = ['--release', '8', '-Xlint:-options', '-g', '-encoding', 'UTF-8'];
  await execute('javac', [...flags, '-cp', framework, '-d', output, ...(await sources('sample-app/**/*.java'))], { cwd: agentsRoot });
}

/** Android 11 and newer refuse a compressed table of resources (INSTALL_PARSE_FAILED_RESOURCES_ARSC_COMPRESSED), so all are stored. */
async function manifestOf(work: string, framework: string): Promise<readonly ZipEntry[]> {
  const linked = join(work, 'linked.apk');
  await execute('aapt2', ['link', '-I', framework, '--manifest', join(folder, 'AndroidManifest.xml'), '-o', linked]);
  await execute('unzip', ['-q', linked, '-d', join(work, 'linked')]);
  const names = ['AndroidManifest.xml', 'resources.arsc'];
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(work, 'linked', name)) })));
}

/** With all lines, which the app's own measurement names. */
async function dexOf(work: string, framework: string, log: Log): Promise<ZipEntry> {
  await javac(join(work, 'classes'), framework);
  const jar = join(work, 'classes.jar');
  await execute('jar', ['--create', '--no-manifest', '--file', jar, '-C', join(work, 'classes'), '.']);
  const compiler = ['-cp', await mavenJar(d8.artifact, d8.sha256, log), 'com.android.tools.r8.D8'];
  await execute('java', [...compiler, '--debug', '--min-api', MIN_SDK, '--lib', framework, '--output', work, jar]);
  return { name: 'classes.dex', bytes: await readFile(join(work, 'classes.dex')) };
}

/** RSA's signature of scheme v2, which all of the app's Androids know, has no random part. */
async function sign(unsigned: string, file: string): Promise<void> {
  const key = ['--key', join(folder, 'debug-key.pk8'), '--cert', join(folder, 'debug-key.x509.pem')];
  const schemes = ['--v1-signing-enabled', 'false', '--v3-signing-enabled', 'false', '--v4-signing-enabled', 'false'];
  await execute('apksigner', ['sign', ...key, ...schemes, '--min-sdk-version', MIN_SDK, '--in', unsigned, '--out', file]);
}
