import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lakeSchema, lakeSetUp } from '../core/lake-texts.ts';

const PATH = 'docs/lake.md';

/** The documents' page with the lake's columns. */
export async function lakePage(root: string): Promise<{ readonly path: string; readonly text: string }> {
  const before = await readFile(join(root, PATH), 'utf8');
  const parts = [lakeSetUp(), lakeSchema()];
  const text = before.replace(
    /(?<=<!-- generated from [^\n]* -->\n)[\s\S]*?(?=<!-- end -->)/g,
    (was: string) => `\n${parts.shift() ?? was.trim()}\n\n`,
  );
  return { path: PATH, text };
}
