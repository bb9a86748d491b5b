import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface SourceJar {
  readonly path: string;
  /** `com.squareup.okhttp3:okhttp`, '' for other jars. */
  readonly library: string;
  readonly version: string;
}

interface JarLimits {
  readonly groups: number;
  readonly jars: number;
}

const defaultLimits: JarLimits = { groups: 3_000, jars: 5_000 };

/** Below the user's Gradle folder. */
export function gradleCache(gradleHome: string): string {
  return join(gradleHome, 'caches', 'modules-2', 'files-2.1');
}

/**
 * `<group>/<artifact>/<version>/<sha1>/<artifact>-<version>-sources.jar` in Gradle's cache. Groups similar to the
 * package come first, so limits drop unlikely ones. Unreadable folders are skipped.
 */
export async function* gradleSourceJars(
  gradleHome: string,
  packageName: string,
  limits: JarLimits = defaultLimits,
): AsyncGenerator<SourceJar> {
  const cache = gradleCache(gradleHome);
  const groups = (await names(cache)).sort((a, b) => kinship(b, packageName) - kinship(a, packageName) || a.localeCompare(b));
  let seen = 0;
  for (const group of groups.slice(0, limits.groups)) {
    for (const artifact of await names(join(cache, group))) {
      const versions = (await names(join(cache, group, artifact))).sort(compareVersions).reverse();
      for (const version of versions) {
        for (const hash of await names(join(cache, group, artifact, version))) {
          const folder = join(cache, group, artifact, version, hash);
          const jar = (await names(folder)).find((name) => name.endsWith('-sources.jar'));
          if (jar === undefined) continue;
          if (++seen > limits.jars) return;
          yield { path: join(folder, jar), library: `${group}:${artifact}`, version };
        }
      }
    }
  }
}

/** Common leading names: `androidx.core` and `androidx.core.view` have two. */
export function kinship(group: string, packageName: string): number {
  const [mine, other] = [group.split('.'), packageName.split('.')];
  let shared = 0;
  while (shared < mine.length && mine[shared] === other[shared]) shared++;
  return shared;
}

/** `1.9.0` before `1.10.0`, and `1.0-rc1` before `1.0`. */
export function compareVersions(a: string, b: string): number {
  const [left = [], right = []] = [a, b].map((version) => version.split(/[.-]/));
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [mine, other] = [left[at], right[at]];
    const order = rank(mine) - rank(other) || (mine ?? '').localeCompare(other ?? '', 'en', { numeric: true });
    if (order !== 0) return order;
  }
  return 0;
}

/** Words (`rc1`) before nothing, nothing before numbers. */
function rank(part: string | undefined): number {
  if (part === undefined) return 1;
  return /^\d+$/.test(part) ? 2 : 0;
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    // Missing, a file, or unreadable.
    return [];
  }
}
