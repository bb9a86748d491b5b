import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stepTitles } from '../../host/diagnose/steps.ts';
import { pageStrings } from '../../protocol/page-strings.ts';

/** Sentences of `vscode.l10n.t('…')` and `vscode.l10n.t("…")`, whose first argument is a literal. */
const calls = /\bl10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

/** Templates tagged with `phrase`, and their values, which hold no other of these. */
const phrases = /\bphrase`((?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\})*)`/g;
const values = /\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\}/g;

/** English texts that VS Code shows; some are both. */
export interface L10nTexts {
  /** Of extension and page, and titles of the host that they show. */
  readonly sentences: ReadonlySet<string>;
  /** Templates of core and host. */
  readonly phrases: ReadonlySet<string>;
}

/** @throws if a phrase cannot be read */
export async function l10nTexts(root: string): Promise<L10nTexts> {
  const titles = [pageStrings, stepTitles].flatMap((texts) => Object.values(texts));
  return {
    sentences: new Set([...titles, ...(await textsIn(root, ['extension', 'protocol'], sentencesOf))]),
    phrases: new Set(await textsIn(root, ['core', 'host'], templatesOf)),
  };
}

/** All texts as a bundle for translators: each is its own key. @throws if a phrase cannot be read */
export async function l10nBundle(root: string): Promise<string> {
  const { sentences, phrases } = await l10nTexts(root);
  const texts = [...new Set([...sentences, ...phrases])].sort();
  return `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`;
}

async function textsIn(root: string, rooms: readonly string[], find: (source: string) => readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const room of rooms) {
    for await (const path of glob(`{${room},features/*/${room}}/**/*.ts`, { cwd: root })) {
      if (!path.endsWith('.test.ts')) found.push(...find(await readFile(join(root, path), 'utf8')));
    }
  }
  return found;
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
