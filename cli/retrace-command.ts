import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LaglensError, messageOf } from '../core/errors.ts';
import { runReading } from '../core/symbols/bytes/byte-source.ts';
import { type Mapping, openMapping } from '../core/symbols/retrace/mapping.ts';
import { retraceStackTrace } from '../core/symbols/retrace/stack-trace-text.ts';
import { FileAnswers } from '../host/builds/unpack/file-answers.ts';
import { parseArguments } from './cli-arguments.ts';
import type { Terminal } from './terminal.ts';
import { wrongArguments } from './usage.ts';

const MAX_REPORTED_PROBLEMS = 5;

/** `laglens retrace`: a stack trace with original names and lines, in the format of R8's Retrace. */
export async function runRetrace(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('retrace', args, { verbose: { type: 'boolean' } });
  const [map, trace = '-', ...more] = positionals;
  if (map === undefined || more.length > 0) throw wrongArguments('retrace', 'A map and at most one stack trace are needed.');
  const files = new FileAnswers();
  try {
    const mapping = runReading(openMapping(resolve(terminal.folder, map)), files.answer);
    const lines = linesOf(trace === '-' ? await allOf(terminal) : await fileAt(resolve(terminal.folder, trace)));
    const retraced = runReading(retraceStackTrace(mapping, lines, { verbose: values.verbose === true }), files.answer);
    if (retraced.length > 0) terminal.out(retraced.join('\n'));
    warn(map, mapping, terminal);
    return 0;
  } finally {
    files.close();
  }
}

async function fileAt(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new LaglensError({
      code: 'symbols-missing',
      message: `The stack trace ${path} can't be read: ${messageOf(error)}.`,
      next: 'Give the path of a text file, or - and the lines on standard input.',
      cause: error,
    });
  }
}

async function allOf({ input }: Terminal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Invalid UTF-8 becomes question marks. */
function linesOf(text: Uint8Array): readonly string[] {
  const lines = new TextDecoder().decode(text).split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function warn(map: string, mapping: Mapping, terminal: Terminal): void {
  for (const version of mapping.unknownVersions) {
    terminal.say(`${map} is of version ${version}, which is newer than what is known here: what its comments say was left out.`);
  }
  const { problems } = mapping;
  for (const { offset, expected } of problems.slice(0, MAX_REPORTED_PROBLEMS)) {
    terminal.say(`${map} at 0x${offset.toString(16)}: expected ${expected}; the line was left out.`);
  }
  if (problems.length > MAX_REPORTED_PROBLEMS) terminal.say(`${map}: ${problems.length - MAX_REPORTED_PROBLEMS} more such lines.`);
}
