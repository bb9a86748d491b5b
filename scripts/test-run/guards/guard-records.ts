import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TestInputs, type Tree } from './test-inputs.ts';

/** Each guard's hash of its inputs when it last passed, in the checkout: a fresh clone knows them, and a reader of a change sees them renewed. */
export const RECORDS = 'tests/guards.json';

/** A test file that is left out while its inputs are those of its last pass. */
export interface Guard {
  readonly file: string;
  /** Of all inputs: contents of files, versions of tools. */
  readonly hash: string;
  readonly files: number;
  readonly tools: number;
}

/** Names and versions of the programs and packages that a test file's run uses. */
export type ToolsOf = (file: string) => readonly string[];

/** npm's packages, which no import tells the versions of. */
const EVERYWHERE = ['package-lock.json'];

/** Hashes of what test files depend on, by the contents of now. */
export function guardsNow(files: readonly string[], tree: Tree, root: string, toolsOf: ToolsOf, more: ToolsOf): readonly Guard[] {
  const inputs = new TestInputs(tree);
  const hashes = new Map<string, string>();
  const hashOf = (path: string): string => {
    const known =
      hashes.get(path) ??
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex');
    hashes.set(path, known);
    return known;
  };
  return files.map((file) => {
    const paths = inputs.of(file, [...EVERYWHERE, ...more(file)]);
    const tools = toolsOf(file);
    const hash = createHash('sha256').update(JSON.stringify([paths.map((path) => [path, hashOf(path)]), tools]));
    return { file, hash: hash.digest('hex').slice(0, 32), files: paths.length, tools: tools.length };
  });
}

export type Records = Readonly<Record<string, string>>;

export async function readRecords(root: string): Promise<Records> {
  const records: unknown = JSON.parse(await readFile(join(root, RECORDS), 'utf8'));
  return Object.fromEntries(Object.entries(Object(records)).map(([file, hash]) => [file, String(hash)]));
}

/** Those whose inputs differ from the record, and those without one. */
export function staleGuards(guards: readonly Guard[], records: Records): readonly Guard[] {
  return guards.filter(({ file, hash }) => !Object.hasOwn(records, file) || records[file] !== hash);
}

/**
 * Keeps the hashes of guards that passed. An input that was edited while they ran keeps its guard without a new record.
 * @param before the hashes when the run began @param now the same guards' hashes after it, all of the checkout
 */
export async function keepPasses(
  root: string,
  passed: ReadonlySet<string>,
  before: readonly Guard[],
  now: readonly Guard[],
): Promise<number> {
  const records: Record<string, string> = { ...(await readRecords(root)) };
  const begun = new Map(before.map(({ file, hash }) => [file, hash]));
  const kept = now.filter(({ file, hash }) => passed.has(file) && begun.get(file) === hash);
  for (const { file, hash } of kept) records[file] = hash;
  const known = new Set(now.map(({ file }) => file));
  const rows = Object.entries(records).filter(([file]) => known.has(file));
  await writeFile(join(root, RECORDS), `${JSON.stringify(Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1))), undefined, 2)}\n`);
  return kept.length;
}

/** Lines for the closing table: each file that is left out, and why. */
export function leftOutLines(left: readonly Guard[]): readonly string[] {
  if (left.length === 0) return [];
  const longest = Math.max(...left.map(({ file }) => file.length));
  const one = left.length === 1;
  return [
    `Left out: ${left.length} test ${one ? 'file' : 'files'}, as nothing that ${one ? 'it depends' : 'they depend'} on differs from ${one ? 'its' : 'their'} last pass (${RECORDS}). Run all: npm test -- all`,
    ...left.map(({ file, files, tools }) => `  ${file.padEnd(longest)}  ${files} files and ${tools} tools as when it passed`),
  ];
}
