/**
 * `npm run outputs [-- --save FOLDER | --compare FOLDER]`: what users get from the command line for fixed sessions, and shipped files. Prints a
 * hash per output; `--save` keeps the outputs, `--compare` prints those that differ from kept ones. Exit code 1 if some do.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installDuckDb } from '../features/lake/scripts/install-duckdb.ts'; // features/lake
import { differences, keepOutputs, keptOutputs } from './outputs/kept-outputs.ts';
import { type Output, outputsIn, shortHash } from './outputs/outputs-in.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line: string): unknown => process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { save: { type: 'string' }, compare: { type: 'string' } } });
  process.env.TZ = 'UTC';
  await installDuckDb(say); // features/lake
  const outputs = await madeOutputs();
  const before = values.compare === undefined ? undefined : await keptOutputs(values.compare);
  if (values.save !== undefined) await keepOutputs(values.save, outputs);
  if (before === undefined) {
    process.stdout.write(outputs.map(({ name, text }) => `${shortHash(text)}  ${name}\n`).join(''));
    return 0;
  }
  const changed = differences(before, outputs);
  process.stdout.write(changed.map((line) => `${line}\n`).join(''));
  process.stdout.write(`${changed.length} of ${outputs.length} outputs differ\n`);
  return changed.length === 0 ? 0 : 1;
}

async function madeOutputs(): Promise<readonly Output[]> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-outputs-'));
  try {
    return await outputsIn(folder, root);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  return 2;
});
