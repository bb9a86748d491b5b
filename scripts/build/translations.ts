import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** VS Code's display languages beside English. */
export const translated = ['zh-cn', 'ja'] as const;

type Texts = Readonly<Record<string, string>>;

/** The English texts of a kind, and a language's, by the same keys. */
export interface Translation {
  /** `l10n/bundle.l10n.ja.json`. */
  readonly path: string;
  readonly english: Texts;
  readonly texts: Texts;
}

/** Of all languages: texts of the code, and those of the manifest. */
export async function translations(root: string): Promise<readonly Translation[]> {
  const read = async (path: string): Promise<Texts> => JSON.parse(await readFile(join(root, path), 'utf8'));
  const kinds = ['l10n/bundle.l10n', 'package.nls'];
  const all = kinds.flatMap((kind) => translated.map((language) => ({ kind, path: `${kind}.${language}.json` })));
  return Promise.all(all.map(async ({ kind, path }) => ({ path, english: await read(`${kind}.json`), texts: await read(path) })));
}

/** Places of values, code, addresses of links and line feeds: parts that all languages share, in any order. */
export function sharedParts(text: string): readonly string[] {
  return [...text.matchAll(/\{\d+\}|`[^`]*`|\]\([^)]*\)|\n/g)].map(([part]) => part).sort();
}
