import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from '../../scripts/setup/cache.ts';
import { mavenJar } from '../../scripts/setup/maven.ts';
import { exists, type Log, moveIntoPlace } from './build-demo-app.ts';
import { androidX } from './versions.ts';

const execute = promisify(execFile);

/** AndroidX' fragments and all that their classes name, as jars. Published by Google: Maven's settings must lead to its repository. */
export async function androidXJars(log: Log = () => undefined): Promise<readonly string[]> {
  const jars: string[] = [];
  for (const { artifact, sha256 } of androidX) {
    const file = await mavenJar(artifact, sha256, log);
    jars.push(file.endsWith('.aar') ? await classesOf(file, sha256) : file);
  }
  return jars;
}

async function classesOf(archive: string, sha256: string): Promise<string> {
  const home = join(cacheDir('android-x'), `${basename(archive, '.aar')}-${sha256.slice(0, 16)}`);
  if (!(await exists(home))) {
    const fresh = `${home}.${process.pid}`;
    await mkdir(fresh);
    await execute('unzip', ['-q', archive, 'classes.jar', '-d', fresh]);
    await moveIntoPlace(fresh, home);
  }
  return join(home, 'classes.jar');
}
