import { access, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArguments, sourceMapChoice } from '../../../cli/cli-arguments.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { wrongArguments } from '../../../cli/usage.ts';
import { anyModel } from '../../../host/any-model.ts';
import type { ReadingChoices } from '../../../host/foreign-reader.ts';
import { type Format, formats } from '../core/formats.ts';
import { formatOfEnding } from '../core/recognise.ts';
import { writeProfile } from '../host/write-profile.ts';

/** `laglens convert`: a session as another tool's profile, and the reverse. */
export async function runConvert(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('convert', args, {
    to: { type: 'string' },
    force: { type: 'boolean' },
    'source-map': { type: 'string' },
  });
  const [given, wanted, ...more] = positionals;
  if (given === undefined || wanted === undefined || more.length > 0) throw wrongArguments('convert', 'Exactly two files are needed.');
  const [input, output] = [resolve(terminal.folder, given), resolve(terminal.folder, wanted)];
  const target = targetOf(values.to, output);
  if (await isSameFile(input, output)) throw wrongArguments('convert', `${output} would replace the file that it is made of.`);
  if (values.force !== true && (await isThere(output))) {
    throw wrongArguments('convert', `${output} is there already. Name another file, or add --force to have it replaced.`);
  }
  const choices = sourceMapChoice(values['source-map'], terminal);
  if (target === 'laglens') await toSession(input, output, choices, terminal);
  else await toProfile(input, output, target, choices, terminal);
  terminal.out(output);
  return 0;
}

function targetOf(to: string | undefined, output: string): Format | 'laglens' {
  if (to === 'laglens' || (to === undefined && output.toLowerCase().endsWith('.laglens'))) return 'laglens';
  const writable = formats.filter(({ writing }) => writing !== undefined);
  const found = to === undefined ? formatOfEnding(output) : formats.find(({ id }) => id === to);
  if (found?.writing !== undefined) return found;
  const known = `laglens, ${writable.map(({ id }) => id).join(', ')}`;
  throw wrongArguments(
    'convert',
    to === undefined ? `${output} has no ending of ${known}: add --to.` : `--to is one of ${known}, not “${to}”.`,
  );
}

async function toSession(input: string, output: string, choices: ReadingChoices, terminal: Terminal): Promise<void> {
  const { importFile } = await import('../host/import-file.ts');
  const report = await importFile(input, output, terminal.signal, undefined, choices);
  if (report === undefined) throw wrongArguments('convert', `${input} is a session already.`);
  terminal.say(report);
}

async function toProfile(
  input: string,
  output: string,
  { label, writing }: Format,
  choices: ReadingChoices,
  terminal: Terminal,
): Promise<void> {
  if (writing === undefined) return;
  const { model, imported } = await anyModel(input, terminal.signal, choices);
  if (imported !== undefined) terminal.say(imported.text);
  const lags = writing.hasLags === true ? await (await import('../../../cli/default-lags.ts')).defaultLags(model, terminal.signal) : [];
  await writeProfile(output, await writing.load(), { model, name: basename(input), lags }, terminal.signal);
  terminal.say(`Written as ${label}, without: ${writing.lost}.`);
}

/** Also by another name or a link. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
