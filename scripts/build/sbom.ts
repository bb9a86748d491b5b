import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BundledPackage } from './bundled-packages.ts';

/** Shipped without an npm package: the programs of `core/symbols/names/prebuilt`, as in docs/dependencies.md. */
const programs = [
  {
    name: 'swift-demangler',
    version: '6.3.1',
    purl: 'pkg:github/swiftlang/swift@swift-6.3.1-RELEASE',
    license: 'Apache-2.0 WITH Swift-exception',
  },
  {
    name: 'llvm-demangler',
    version: '19.1.7',
    purl: 'pkg:github/llvm/llvm-project@llvmorg-19.1.7',
    license: 'Apache-2.0 WITH LLVM-exception',
  },
] as const;

/**
 * The .vsix' bill of materials, CycloneDX 1.6, by the bundles' inputs and the lock file. The same sources give the same bytes: it has no
 * time, and its number is made of its contents.
 */
export async function sbom(root: string, packages: readonly BundledPackage[]): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const lock: unknown = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const { name, version, license }: Record<string, string> = Object(manifest);
  const entries: Readonly<Record<string, LockEntry>> = Object(lock).packages;
  const self = `pkg:generic/${name}@${version}`;
  const refs = new Map(packages.map((each) => [each.folder, purlOf(each)]));
  const below = (folder: string): readonly string[] => dependenciesOf(entries, folder).flatMap((found) => refs.get(found) ?? []);
  const needed = new Set(packages.flatMap(({ folder }) => below(folder)));
  const direct = [...refs.values(), ...programs.map(({ purl }) => purl)].filter((ref) => !needed.has(ref));
  const body = {
    metadata: {
      component: { type: 'application', 'bom-ref': self, name, version, purl: self, licenses: [{ expression: license }] },
    },
    components: [
      ...packages.map((each) => component(each, entries[each.folder]?.integrity)),
      ...programs.map(({ purl, license, ...about }) => ({
        type: 'library',
        'bom-ref': purl,
        ...about,
        licenses: [{ expression: license }],
        purl,
      })),
    ],
    dependencies: [
      { ref: self, dependsOn: [...new Set(direct)].sort() },
      ...packages.map(({ folder }) => ({ ref: refs.get(folder) ?? '', dependsOn: [...new Set(below(folder))].sort() })),
      ...programs.map(({ purl }) => ({ ref: purl })),
    ],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(body))}`;
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, version: 1, ...body }, null, 2)}\n`;
}

interface LockEntry {
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function component(each: BundledPackage, integrity: string | undefined): object {
  const [, group, name = each.name] = /^(@[^/]+)\/(.*)$/.exec(each.name) ?? [];
  const content = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  if (content === undefined) throw new Error(`The lock file has no SHA-512 of ${each.folder}, so nobody could check it.`);
  return {
    type: 'library',
    'bom-ref': purlOf(each),
    ...(group === undefined ? {} : { group }),
    name,
    version: each.version,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }],
    // A slash was npm's “or”.
    licenses: [{ expression: each.license.replaceAll('/', ' OR ') }],
    purl: purlOf(each),
  };
}

/** Package URL, type npm: the scope's `@` is escaped. */
function purlOf({ name, version }: BundledPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Folders of a package's dependencies, in Node's order: from its own folder upwards. */
function dependenciesOf(entries: Readonly<Record<string, LockEntry>>, folder: string): readonly string[] {
  return Object.keys(entries[folder]?.dependencies ?? {}).flatMap((name) => {
    for (let from = folder; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
      const found = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
      if (found in entries) return [found];
      if (from === '') return [];
    }
  });
}

/** UUID of version 8 (RFC 9562 5.8), whose bits are free; here of a hash. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
