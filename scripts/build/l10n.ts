import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stepTitles } from '../../host/diagnose/steps.ts';
import { pageStrings } from '../../protocol/page-strings.ts';

/** Sentences of `vscode.l10n.t('…')` and `vscode.l10n.t("…")`, whose first argument is a literal. */
const calls = /\bl10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

/** Templates tagged with `phrase`, and their values, which hold no other of these. */
const phrases = /\bphrase`((?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\})*)`/g;
const values = /\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\}/g;

/** By room, what finds its sentences. */
const finders = { extension: sentencesOf, protocol: sentencesOf, core: templatesOf, host: templatesOf };

/** Sentences of extension and page, and phrases and titles of core and host that they show, as a bundle for translators: each is its own key. @throws if a phrase cannot be read */
export async function l10nBundle(root: string): Promise<string> {
  const sentences = new Set<string>([pageStrings, stepTitles].flatMap((texts) => Object.values(texts)));
  for (const [room, find] of Object.entries(finders)) {
    for (const entry of await readdir(join(root, room), { recursive: true })) {
      if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue;
      for (const sentence of find(await readFile(join(root, room, entry), 'utf8'))) sentences.add(sentence);
    }
  }
  return `${JSON.stringify(Object.fromEntries([...sentences].sort().map((sentence) => [sentence, sentence])), null, 2)}\n`;
}

export function sentencesOf(source: string): readonly string[] {
  return [...source.matchAll(calls)].map(([, single, double]) => unescaped(single ?? double ?? ''));
}

/** Templates of phrases with `{0}` in the places of values, as at run time. Those without letters need no translation. */
export function templatesOf(source: string): readonly string[] {
  const found = [...source.matchAll(phrases)].map(([, template = '']) => {
    let at = 0;
    return unescaped(template.replace(values, () => `{${at++}}`));
  });
  const begun = source.match(/\bphrase`/g)?.length ?? 0;
  if (found.length !== begun) throw new Error(`${begun} phrases begin, ${found.length} can be read: ${found.join(' | ')}`);
  return found.filter((template) => /\p{L}/u.test(template));
}

function unescaped(literal: string): string {
  return literal.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
}
