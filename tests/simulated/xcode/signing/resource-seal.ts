import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlistDict } from '../../../../host/devices/ios/protocol/plist/read.ts';
import { type PlistDict, PlistError } from '../../../../host/devices/ios/protocol/plist/value.ts';
import { writeXmlPlist } from '../../../../host/devices/ios/protocol/plist/xml.ts';

/** codesign's rules for flat bundles, as on iOS (`bundlediskrep.cpp` in Apple's Security framework). */
const rules: PlistDict = {
  '^.*': true,
  '^.*\\.lproj/': { optional: true, weight: 1000 },
  '^.*\\.lproj/locversion.plist$': { omit: true, weight: 1100 },
  '^Base\\.lproj/': { weight: 1010 },
  '^version.plist$': true,
};
const rules2: PlistDict = {
  '.*\\.dSYM($|/)': { weight: 11 },
  '^(.*/)?\\.DS_Store$': { omit: true, weight: 2000 },
  ...rules,
  '^Info\\.plist$': { omit: true, weight: 20 },
  '^PkgInfo$': { omit: true, weight: 20 },
  '^embedded\\.provisionprofile$': { weight: 20 },
  '^version\\.plist$': { weight: 20 },
};

/** `_CodeSignature/CodeResources`: hashes of a bundle's files, without main executable and seal. */
export async function resourceSeal(bundle: string, executable: string): Promise<Buffer> {
  const files: Record<string, Uint8Array> = {};
  const files2: Record<string, PlistDict> = {};
  for (const path of await filesBelow(bundle)) {
    if (path === executable || path.startsWith('_CodeSignature/') || path.endsWith('.DS_Store')) continue;
    const bytes = await readFile(join(bundle, path));
    const hash = createHash('sha1').update(bytes).digest();
    files[path] = hash;
    if (path !== 'Info.plist' && path !== 'PkgInfo') files2[path] = { hash, hash2: createHash('sha256').update(bytes).digest() };
  }
  return writeXmlPlist({ files, files2, rules, rules2 });
}

/** A difference between bundle and seal, '' without. */
export async function brokenSeal(bundle: string, executable: string): Promise<string> {
  const path = join(bundle, '_CodeSignature', 'CodeResources');
  const sealed = await readFile(path).catch(() => undefined);
  if (sealed === undefined) return 'code has no resources but signature indicates they must be present';
  const now = await resourceSeal(bundle, executable);
  try {
    const [was, is] = [readPlistDict(sealed).files2, readPlistDict(now).files2];
    return JSON.stringify(was) === JSON.stringify(is) ? '' : 'a sealed resource is missing or invalid';
  } catch (error) {
    if (error instanceof PlistError) return 'a sealed resource is missing or invalid';
    throw error;
  }
}

/** Paths of all files below a folder, sorted, without links that lead out. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
