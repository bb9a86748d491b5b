import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('cases', import.meta.url));

/** Keeps an input that broke a promise for `npm test`. Returns its path from the working directory. */
export async function keepCase(door: string, bytes: Uint8Array): Promise<string> {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const path = join(folder, door, `${name}.bin`);
  await mkdir(join(folder, door), { recursive: true });
  await writeFile(path, bytes);
  return relative('.', path);
}

/** Inputs that once broke a promise, by door. */
export async function keptCases(): Promise<readonly { readonly door: string; readonly name: string; readonly bytes: Uint8Array }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.bin'));
  return await Promise.all(
    files.map(async ({ name, parentPath }) => ({
      door: relative(folder, parentPath),
      name,
      bytes: new Uint8Array(await readFile(join(parentPath, name))),
    })),
  );
}
