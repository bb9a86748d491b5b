import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';

/** Files by the module that reads them, then by path in a checkout: deflated, as base64. Stands at the file's begin. */
declare const EMBEDDED_FILES: Readonly<Record<string, Readonly<Record<string, string>>>>;

/** More than all agents. */
const MOST_BYTES = 8 << 20;

let folder: string | undefined;
const unpacked = new Set<string>();

/**
 * Address of a module of the single-file command line, in the place of `import.meta.url`. The files that it reads lie around this address
 * as in a checkout: in a folder that only this user can read, until the process ends.
 * @throws Error of the file system
 */
export function unpackedUrl(module: string): string {
  folder ??= ownFolder();
  if (!unpacked.has(module)) {
    for (const [path, packed] of Object.entries(EMBEDDED_FILES[module] ?? {})) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_BYTES }));
    }
    unpacked.add(module);
  }
  return pathToFileURL(join(folder, module.replace(/\.ts$/, '.mjs'))).href;
}

function ownFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'laglens-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}
