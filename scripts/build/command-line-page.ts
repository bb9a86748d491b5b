import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '../../cli/exit-codes.ts';
import { usages } from '../../cli/usage.ts';

const PATH = 'docs/cli.md';

/** The documents' page with exit codes and commands, as `laglens --help` has them. */
export async function commandLinePage(root: string): Promise<{ readonly path: string; readonly text: string }> {
  const before = await readFile(join(root, PATH), 'utf8');
  const codes = exitCodes.map(({ code, meanings }) => `| ${code} | ${meanings.join('; ')} |`);
  const parts = [
    ['## Exit codes', '', '| code | meaning |', '|---|---|', ...codes],
    ['## Commands', '', '```text', Object.values(usages).join('\n\n'), '```'],
  ];
  const block = parts.map((lines) => lines.join('\n')).join('\n\n');
  return { path: PATH, text: before.replace(/(?<=<!-- generated from [^\n]* -->\n)[\s\S]*?(?=<!-- end -->)/, () => `\n${block}\n\n`) };
}
