import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageStrings } from '../../protocol/page-strings.ts';

/** The sentences of `vscode.l10n.t('…')` and `vscode.l10n.t("…")`: the first argument has to be a literal. */
const calls = /\bl10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

/**
 * All sentences of the extension and its page, as the bundle that translators start from: each sentence is its own key.
 * @throws when a call has no literal as its first argument: nobody could translate that
 */
export async function l10nBundle(root: string): Promise<string> {
  const sentences = new Set<string>(Object.values(pageStrings));
  for (const room of ['extension', 'protocol']) {
    for (const entry of await readdir(join(root, room), { recursive: true })) {
      if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue;
      for (const sentence of sentencesOf(await readFile(join(root, room, entry), 'utf8'))) sentences.add(sentence);
    }
  }
  return `${JSON.stringify(Object.fromEntries([...sentences].sort().map((sentence) => [sentence, sentence])), null, 2)}\n`;
}

/** The translatable sentences of one source. */
export function sentencesOf(source: string): readonly string[] {
  return [...source.matchAll(calls)].map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'));
}
