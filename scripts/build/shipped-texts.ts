import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { pageTextKey, translationKey } from '../../protocol/translation-key.ts';
import { l10nTexts } from './l10n.ts';
import { translated } from './translations.ts';

/** Writes the translations of `l10n/` into `dist/l10n/`, with short keys. @throws if two keys are the same */
export async function writeShippedTexts(root: string): Promise<void> {
  const shipped = join(root, 'dist', 'l10n');
  await mkdir(shipped, { recursive: true });
  const { page } = await l10nTexts(root);
  for (const language of translated) {
    const name = `bundle.l10n.${language}.json`;
    const texts: Readonly<Record<string, string>> = JSON.parse(await readFile(join(root, 'l10n', name), 'utf8'));
    await writeFile(join(shipped, name), JSON.stringify(withShortKeys(texts, page)));
  }
}

/** @param page English texts of the session's page, whose keys say so. @throws if two keys are the same */
export function withShortKeys(texts: Readonly<Record<string, string>>, page: ReadonlySet<string>): Readonly<Record<string, string>> {
  const keyOf = (english: string): string => (page.has(english) ? pageTextKey : translationKey)(english);
  const entries = Object.entries(texts).map(([english, text]) => [keyOf(english), text] as const);
  const short = Object.fromEntries(entries);
  if (Object.keys(short).length !== entries.length) throw new Error('Two texts have the same key: lengthen translationKey.');
  return short;
}

const CALL = 'vscode.l10n.t(';

/** Lets the extension find its texts by the short keys: `vscode.l10n.t` takes whole English texts only. Lines stay where they are. */
export function findShippedTexts(): Plugin {
  const root = join(import.meta.dirname, '..', '..');
  const finder = join(root, 'extension', 'surface', 'shipped-text.ts');
  const isInEditor = (path: string): boolean => /^(?:features\/[\w-]+\/)?extension\//.test(relative(root, path).replaceAll(sep, '/'));
  return {
    name: 'find-shipped-texts',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!isInEditor(path) || path === finder) return undefined;
        const source = await readFile(path, 'utf8');
        if (!source.includes(CALL)) return undefined;
        const contents = `import { shippedText } from ${JSON.stringify(finder)}; ${source.replaceAll(CALL, 'shippedText(')}`;
        return { contents, loader: 'ts' };
      });
    },
  };
}
