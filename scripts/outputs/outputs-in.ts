import { createHash } from 'node:crypto';
import { copyFile, glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../tests/host/run-command.ts';
import { calls } from './command-calls.ts';
import { writeInputs } from './inputs.ts';

export interface Output {
  readonly name: string;
  /** Bytes of binary files in base64. */
  readonly text: string;
}

/** Generated and shipped files that no command prints. */
const shipped = [
  'package.json',
  'package.nls*.json',
  'l10n/*.json',
  'media/*.schema.json',
  'device-agents/prebuilt/**/*.{so,dylib,jar}',
  'docs/{formats,lake,reference,ci}.md',
];

/** Runs every call in an empty `folder`, then reads the files of the checkout below `root`. */
export async function outputsIn(folder: string, root: string): Promise<readonly Output[]> {
  await copyFile(join(root, 'media/sample/shop.laglens'), join(folder, 'sample.laglens'));
  await writeInputs(folder);
  const outputs: Output[] = [];
  for (const { args, files = [] } of calls) {
    const { code, out, said } = await runCommand(args, { folder, environment: { TZ: 'UTC' } });
    outputs.push({ name: args.join(' '), text: `exit code ${code}\n${out}\n${said}`.replaceAll(folder, '.') });
    for (const file of files) {
      const { name, text } = await fileOutput(folder, file);
      outputs.push({ name, text: text.replaceAll(folder, '.') });
    }
  }
  for await (const file of glob(shipped, { cwd: root })) outputs.push(await fileOutput(root, file.replaceAll('\\', '/')));
  return outputs;
}

async function fileOutput(folder: string, file: string): Promise<Output> {
  const bytes = await readFile(join(folder, file));
  const isText = !bytes.includes(0);
  return { name: file, text: isText ? bytes.toString('utf8') : bytes.toString('base64') };
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
