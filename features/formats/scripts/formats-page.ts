import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatTable } from '../core/format-texts.ts';

const PATH = 'docs/formats.md';

/** The documents' page with the table of formats. */
export async function formatsPage(root: string): Promise<{ readonly path: string; readonly text: string }> {
  const before = await readFile(join(root, PATH), 'utf8');
  const text = before.replace(/(?<=<!-- generated from [^\n]* -->\n)[\s\S]*?(?=<!-- end -->)/, () => `\n${formatTable()}\n\n`);
  return { path: PATH, text };
}
