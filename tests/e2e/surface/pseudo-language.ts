import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { l10nTexts } from '../../../scripts/build/l10n.ts';
import { withShortKeys } from '../../../scripts/build/shipped-texts.ts';

/** VS Code's name of its language for tests of translations; no language pack has it. */
export const PSEUDO_LANGUAGE = 'qps-ploc';

/** Around a translated text. Nothing that is recorded, and no English text, has them. */
export const MARKS = { begin: '⟦', end: '⟧' } as const;

/** Of texts in other languages, which may take up to so much more room. */
const LONGER = 1.4;
/** Letters of an added word. */
const ADDED_WORD = 6;

/** Places of values, code and emphasis stay as they are. */
const kept = /\{\d+\}|`[^`]*`|\*[^*\s][^*]*\*/g;
const link = /\[([^\]]+)\](\([^)]+\))/g;

/** Text files for the installed extension, from the English bundles. */
export async function pseudoFiles(root: string): Promise<Readonly<Record<string, string>>> {
  const read = async (path: string): Promise<Texts> => JSON.parse(await readFile(join(root, path), 'utf8'));
  const [bundle, manifest, { page }] = await Promise.all([read('l10n/bundle.l10n.json'), read('package.nls.json'), l10nTexts(root)]);
  return {
    [`dist/l10n/bundle.l10n.${PSEUDO_LANGUAGE}.json`]: JSON.stringify(withShortKeys(pseudoTexts(bundle), page)),
    [`package.nls.${PSEUDO_LANGUAGE}.json`]: JSON.stringify(pseudoTexts(manifest)),
  };
}

type Texts = Readonly<Record<string, string>>;

function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]));
}

/** The text with marks and longer words, 40 % longer in all. Each line and each link’s text has marks of its own. */
export function pseudoText(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const parts: string[] = [];
      let from = 0;
      for (const found of line.matchAll(link)) {
        parts.push(marked(line.slice(from, found.index)), `[${marked(found[1] ?? '')}]${found[2]}`);
        from = found.index + found[0].length;
      }
      return [...parts, marked(line.slice(from))].join('');
    })
    .join('\n');
}

function marked(text: string): string {
  if (text.trim() === '') return text;
  const values = text.match(kept) ?? [];
  const words = text.split(kept);
  const longer = words.map((word) => word.replace(/[aeiou]/g, '$&$&'));
  const goal = Math.ceil(LONGER * words.join('').length) - MARKS.begin.length - MARKS.end.length;
  const missing = Math.max(0, goal - longer.join('').length);
  const added = ` ${'~'.repeat(ADDED_WORD - 1)}`.repeat(Math.ceil(missing / ADDED_WORD)).slice(0, missing);
  return `${MARKS.begin}${longer.map((word, at) => word + (values[at] ?? '')).join('')}${added.trimEnd()}${MARKS.end}`;
}
