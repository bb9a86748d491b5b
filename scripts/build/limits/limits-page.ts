import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constantValue } from './constant-value.ts';
import { type LimitGroup, units } from './met-limit.ts';
import { metLimits } from './met-limits.ts';

const PATH = 'docs/reference.md';

/** The reference with the table of limits, whose values are read from the sources. */
export async function limitsPage(root: string): Promise<{ readonly path: string; readonly text: string }> {
  const before = await readFile(join(root, PATH), 'utf8');
  const groups = await Promise.all(metLimits.map((group) => groupLines(root, group)));
  const table = groups.flat().join('\n');
  const text = before.replace(/(?<=<!-- generated from scripts\/build\/limits -->\n)[\s\S]*?(?=<!-- end -->)/, () => `\n${table}\n`);
  return { path: PATH, text };
}

async function groupLines(root: string, { title, limits }: LimitGroup): Promise<readonly string[]> {
  const rows = limits.map(async ([of, file, constant, unit, beyond, says]) => {
    const value = units[unit](constantValue(await readFile(join(root, file), 'utf8'), constant));
    return `| ${of} | [${value}](../${file} "${constant}") | ${beyond} | ${says === undefined ? '-' : `*${says.replaceAll(/\{\d\}/g, '…').trim()}*`} |`;
  });
  return [`| ${title} | at most | beyond it | what says so |`, '|---|---|---|---|', ...(await Promise.all(rows)), ''];
}
