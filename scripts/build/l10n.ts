import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stepTitles } from '../../host/diagnose/steps.ts';
import { pageStrings } from '../../protocol/page-strings.ts';

/** Sentences of `vscode.l10n.t('…')` and `vscode.l10n.t("…")`, whose first argument is a literal. */
const calls = /\bl10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

/** Sentences of extension and page, and titles of the host's that they show, as a bundle for translators: each is its own key. @throws if a call's first argument is no literal */
export async function l10nBundle(root: string): Promise<string> {
  const sentences = new Set<string>([pageStrings, stepTitles].flatMap((texts) => Object.values(texts)));
  for (const room of ['extension', 'protocol']) {
    for (const entry of await readdir(join(root, room), { recursive: true })) {
      if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue;
      for (const sentence of sentencesOf(await readFile(join(root, room, entry), 'utf8'))) sentences.add(sentence);
    }
  }
  return `${JSON.stringify(Object.fromEntries([...sentences].sort().map((sentence) => [sentence, sentence])), null, 2)}\n`;
}

export function sentencesOf(source: string): readonly string[] {
  return [...source.matchAll(calls)].map(([, single, double]) =>
    (single ?? double ?? '').replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)),
  );
}
