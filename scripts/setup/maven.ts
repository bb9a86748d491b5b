import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { cacheDir } from './cache.ts';

const execute = promisify(execFile);
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';

/**
 * Path of a jar from Maven Central, downloaded once. The user's Maven settings (mirrors, proxies) apply; the jar goes into our own
 * repository in the cache.
 * @param artifact `group:name:version`, or `group:name:version:packaging` for another file than a jar
 * @param sha256 of the file, in lower-case hexadecimal digits
 * @param log gets a line before a download
 * @throws Error if the download fails or is another file
 */
export async function mavenJar(artifact: string, sha256: string, log: (line: string) => void = () => undefined): Promise<string> {
  const [group = '', name = '', version = '', packaging = 'jar'] = artifact.split(':');
  if (version === '') throw new Error(`${artifact} is not of the form group:name:version`);
  const repository = cacheDir('maven');
  const jar = join(repository, ...group.split('.'), name, version, `${name}-${version}.${packaging}`);
  if (await isKnownGood(jar, sha256)) return jar;
  if ((await sizeAndTime(jar)) === undefined) await download(artifact, repository, log);
  const found = await hashOf(jar);
  if (found !== sha256) {
    // The next try downloads it again.
    await rm(jar);
    throw new Error(
      `${artifact} has the SHA-256 ${found}, expected was ${sha256}. It was deleted; is a Maven mirror serving something else?`,
    );
  }
  await writeFile(`${jar}.checked`, `${await sizeAndTime(jar)} ${sha256}`);
  return jar;
}

async function download(artifact: string, repository: string, log: (line: string) => void): Promise<void> {
  log(`Maven Central: downloading ${artifact} ...`);
  const startedMs = Date.now();
  const goal = [`${plugin}:get`, `-Dartifact=${artifact}`, '-Dtransitive=false'];
  try {
    await execute('mvn', ['-q', '-B', '-Dstyle.color=never', `-Dmaven.repo.local=${repository}`, ...goal], {
      cwd: repository,
      maxBuffer: 1 << 26,
    });
  } catch (error) {
    throw new Error(`Maven could not download ${artifact}. Maven's settings (mirrors, proxies) apply.`, { cause: error });
  }
  log(`Maven Central: ${artifact}: done in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
}

/** Hashing 140 MB each time would take too long; the same size and time mean the same file. */
async function isKnownGood(jar: string, sha256: string): Promise<boolean> {
  const now = await sizeAndTime(jar);
  if (now === undefined) return false;
  const checked = await readFile(`${jar}.checked`, 'utf8').catch(() => '');
  return checked === `${now} ${sha256}`;
}

async function sizeAndTime(path: string): Promise<string | undefined> {
  return stat(path).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => undefined,
  );
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
