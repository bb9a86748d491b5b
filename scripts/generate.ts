/** Writes the files that follow from the wire protocol's table: `node scripts/generate.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generatedFiles } from '../core/wire/generate.ts';

const root = join(import.meta.dirname, '..');

for (const file of generatedFiles()) {
  const path = join(root, file.path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file.text);
  process.stderr.write(`${file.path}\n`);
}
