import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hardwareTables } from '../core/hardware/hardware-page.ts';
import { keptReports } from './kept-reports.ts';

const PATH = 'docs/hardware.md';

/** The documents' page of devices and facts, from the kept reports. */
export async function hardwarePage(root: string): Promise<{ readonly path: string; readonly text: string }> {
  const before = await readFile(join(root, PATH), 'utf8');
  const tables = hardwareTables(await keptReports(root));
  return { path: PATH, text: before.replace(/(?<=<!-- generated from [^\n]* -->\n)[\s\S]*?(?=<!-- end -->)/, () => `\n${tables}\n\n`) };
}
