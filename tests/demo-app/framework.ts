import { createHash } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../../scripts/setup/cache.ts';
import { mavenJar } from '../../scripts/setup/maven.ts';
import { exists, type Log, run } from './build-demo-app.ts';
import { type AndroidVersion, frameworks } from './versions.ts';

const tool = fileURLToPath(new URL('class-files/OlderClassFiles.java', import.meta.url));

/**
 * Android's framework classes as a jar for the JDK. Since Android 16 they are class files of Java 21, whose version is set to 17 in the
 * cache.
 */
export async function frameworkJar(android: AndroidVersion, javaHome: string, log: Log): Promise<string> {
  const { artifact, sha256, javaOfClassFiles } = frameworks[android];
  const published = await mavenJar(artifact, sha256, log);
  if (javaOfClassFiles === undefined) return published;
  const recipe = createHash('sha256')
    .update(sha256)
    .update(await readFile(tool));
  const jar = join(cacheDir('demo-app'), `android-${android}-${recipe.digest('hex').slice(0, 16)}.jar`);
  if (await exists(jar)) return jar;
  log(`Android ${android}: making class files of Java ${javaOfClassFiles} readable (about 10 s the first time) ...`);
  const fresh = `${jar}.${process.pid}`;
  await run(join(javaHome, 'bin', 'java'), [tool, published, fresh]);
  await rename(fresh, jar);
  return jar;
}
