import { resolve } from 'node:path';
import type { SymbolRecord, SymbolsRecord } from '../host/builds/name-records.ts';
import { copyWithNames, namesOfSession } from '../host/builds/symbolicate-session.ts';
import { openLocalBuilds } from './builds.ts';
import { parseArguments } from './cli-arguments.ts';
import type { Terminal } from './terminal.ts';
import { wrongArguments } from './usage.ts';

/** `laglens symbolicate`: a copy of a session with names and lines of local builds. */
export async function runSymbolicate(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('symbolicate', args, {
    build: { type: 'string', multiple: true },
    output: { type: 'string', short: 'o' },
  });
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw wrongArguments('symbolicate', 'Exactly one session file is needed.');
  const path = resolve(terminal.folder, given);
  const output = values.output === undefined ? path.replace(/(\.laglens)?$/, '.symbols.laglens') : resolve(terminal.folder, values.output);
  const log = (line: string): void => terminal.say(line);
  await using local = await openLocalBuilds(values.build, terminal, log);
  const records = await namesOfSession(path, { ...local, signal: terminal.signal, log });
  for (const line of summary(records)) terminal.say(line);
  const damaged = await copyWithNames(path, output, records);
  if (damaged > 0) terminal.say(`Damaged pieces of the session that can't be read: ${damaged}. The copy lacks them, and has no end.`);
  terminal.out(output);
  return 0;
}

function summary(records: readonly SymbolRecord[]): readonly string[] {
  const latest = new Map<string, SymbolsRecord>();
  for (const record of records) if (record.type === 'symbols') latest.set(`${record.run} ${record.image}`, record);
  const names = records.filter(({ type }) => type === 'frameNames' || type === 'addressNames' || type === 'outlineNames').length;
  return [...[...latest.values()].map(lineOf), `${names} ${names === 1 ? 'frame' : 'frames'} named.`];
}

const kinds = ['nothing found', 'nearest', 'exact'] as const;

function lineOf({ run, image, confidence, file, foundBy, why }: SymbolsRecord): string {
  const what = image === 0 ? 'mapping' : `image ${image}`;
  const where = file === '' ? '' : ` ${file}${foundBy === '' ? '' : ` (${foundBy})`}`;
  return `Run ${run + 1}, ${what}: ${kinds[confidence] ?? ''}.${where}${why === '' ? '' : `\n  ${why}`}`;
}
