import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mavenJar } from '../../scripts/setup/maven.ts';
import { agentsRoot, sources } from './sources.ts';
import { storedZip, type ZipEntry } from './stored-zip.ts';

const execute = promisify(execFile);

const dx = 'com.jakewharton.android.repackaged:dalvik-dx:16.0.1';
const dxSha256 = '1e4b645628e3bdb097b5331d669e177ef235a551582a8c646dbe36865e541907';
const javac = ['--release', '8', '-g:none', '-Xlint:-options'] as const;

/**
 * Compiles the Java side of the agent and packs it for both worlds: class files for desktop virtual machines, `classes.dex` for
 * Android. The same sources give the same bytes with any JDK from 17 on.
 * @throws Error with the words of javac or dx
 */
export async function buildHookJar(file: string, log: (line: string) => void): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'laglens-hook-'));
  try {
    await writeFile(file, await packHook(work, await mavenJar(dx, dxSha256, log)));
  } finally {
    await rm(work, { recursive: true });
  }
}

async function packHook(work: string, dxJar: string): Promise<Uint8Array> {
  const stubs = await sources('android/hook-stubs/**/*.java');
  const hook = await sources('android/hook/**/*.java');
  const classes = hook.map((path) => path.replace('android/hook/', '').replace('.java', '.class'));
  await execute('javac', [...javac, '-d', join(work, 'stubs'), ...stubs], { cwd: agentsRoot });
  await execute('javac', [...javac, '-cp', join(work, 'stubs'), '-d', join(work, 'hook'), ...hook], { cwd: agentsRoot });
  const dex = ['--dex', '--min-sdk-version=28', '--output=classes.dex', ...classes];
  await execute('java', ['-cp', dxJar, 'com.android.dx.command.Main', ...dex], { cwd: join(work, 'hook') });
  const entries: ZipEntry[] = [];
  for (const name of ['classes.dex', ...classes]) entries.push({ name, bytes: await readFile(join(work, 'hook', name)) });
  return storedZip(entries);
}
