/**
 * Writes derived files, from the protocol's table, the extension's manifest and sentences, the agent's sources, the table of formats, the
 * limits that users can meet, the command line's usage, the keys of budgets and reports of people's devices: `node scripts/generate.ts`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageSources } from '../device-agents/build/package-sources.ts';
import { budgetSchemaFile } from '../features/budgets/scripts/budget-schema.ts'; // features/budgets
import { formatsPage } from '../features/formats/scripts/formats-page.ts'; // features/formats
import { lakePage } from '../features/lake/scripts/lake-page.ts'; // features/lake
import { hardwarePage } from '../features/verify/scripts/hardware-page.ts'; // features/verify
import { commandLinePage } from './build/command-line-page.ts';
import { l10nBundle } from './build/l10n.ts';
import { limitsPage } from './build/limits/limits-page.ts';
import { manifestFiles } from './build/manifest.ts';
import { generatedFiles } from './build/wire/generate.ts';

const root = join(import.meta.dirname, '..');

const swiftPackage = (await packageSources()).map(({ path, text }) => ({ path: `device-agents/${path}`, text }));

const sentences = { path: 'l10n/bundle.l10n.json', text: await l10nBundle(root) };

for (const file of [
  ...generatedFiles(),
  ...swiftPackage,
  ...(await manifestFiles(root)),
  sentences,
  await limitsPage(root),
  await commandLinePage(root),
  await formatsPage(root), // features/formats
  await lakePage(root), // features/lake
  budgetSchemaFile(), // features/budgets
  await hardwarePage(root), // features/verify
]) {
  const path = join(root, file.path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file.text);
  process.stderr.write(`${file.path}\n`);
}
