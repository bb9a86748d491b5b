import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { phraseKey } from '../../extension/surface/phrase-key.ts';
import { l10nTexts } from './l10n.ts';
import { translated } from './translations.ts';

/** Writes the translations of `l10n/` into `dist/l10n/`, where phrases have short keys. @throws if two keys are the same */
export async function writeShippedTexts(root: string): Promise<void> {
  const { sentences, phrases } = await l10nTexts(root);
  const shipped = join(root, 'dist', 'l10n');
  await mkdir(shipped, { recursive: true });
  for (const language of translated) {
    const name = `bundle.l10n.${language}.json`;
    const texts: Readonly<Record<string, string>> = JSON.parse(await readFile(join(root, 'l10n', name), 'utf8'));
    const isPhrase = (key: string): boolean => phrases.has(key) && !sentences.has(key);
    await writeFile(join(shipped, name), JSON.stringify(withShortKeys(texts, isPhrase)));
  }
}

export function withShortKeys(
  texts: Readonly<Record<string, string>>,
  isPhrase: (key: string) => boolean,
): Readonly<Record<string, string>> {
  const entries = Object.entries(texts).map(([key, text]) => [isPhrase(key) ? phraseKey(key) : key, text] as const);
  const short = Object.fromEntries(entries);
  if (Object.keys(short).length !== entries.length) throw new Error('Two texts have the same key: lengthen phraseKey.');
  return short;
}
