/** Writes the files that follow from others, the wire protocol's table and the sentences of the extension: `node scripts/generate.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generatedFiles } from '../core/wire/generate.ts';
import { l10nBundle } from './build/l10n.ts';

const root = join(import.meta.dirname, '..');

for (const file of [...generatedFiles(), { path: 'l10n/bundle.l10n.json', text: await l10nBundle(root) }]) {
  const path = join(root, file.path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file.text);
  process.stderr.write(`${file.path}\n`);
}
