import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const SOURCE = 'docs/extension.md';

/** The page of the installed extension: docs/extension.md with its images inside, as VS Code finds no file that a page names. */
export async function extensionPage(root: string): Promise<string> {
  const text = await readFile(join(root, SOURCE), 'utf8');
  const parts = text.split(/(?<=\]\()([^()\s]+\.webp)(?=\))/);
  const inlined = parts.map((part, index) => (index % 2 === 0 ? part : dataUri(resolve(root, SOURCE, '..', part))));
  return (await Promise.all(inlined)).join('');
}

async function dataUri(path: string): Promise<string> {
  return `data:image/webp;base64,${(await readFile(path)).toString('base64')}`;
}
