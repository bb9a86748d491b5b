/**
 * Writes the files that follow from others, the wire protocol's table, the sentences of the extension and the agent's sources:
 * `node scripts/generate.ts`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageSources } from '../device-agents/build/package-sources.ts';
import { l10nBundle } from './build/l10n.ts';
import { generatedFiles } from './build/wire/generate.ts';

const root = join(import.meta.dirname, '..');

const swiftPackage = (await packageSources()).map(({ path, text }) => ({ path: `device-agents/${path}`, text }));

for (const file of [...generatedFiles(), ...swiftPackage, { path: 'l10n/bundle.l10n.json', text: await l10nBundle(root) }]) {
  const path = join(root, file.path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file.text);
  process.stderr.write(`${file.path}\n`);
}
