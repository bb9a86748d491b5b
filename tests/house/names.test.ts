import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { before, test } from 'node:test';
import { type SourceFile, sourceFiles } from './project-sources.ts';
import { partsOf } from './source-parts.ts';

/** Words of a private language: the field has its own for each (docs/architecture.md). */
const banned: ReadonlySet<string> = new Set([
  'told',
  'wish',
  'wishes',
  'court',
  'sighting',
  'sightings',
  'young',
  'anew',
  'joint',
  'joints',
  'tell',
  'tells',
  'stretch',
  'stretches',
]);

/** Names that others gave, with who did. */
const foreign: Readonly<Record<string, string>> = {
  maxYoungGenerationSizeMb: 'a limit of a worker’s memory, by Node',
  tell: 'an operation on files, by the Apple File Conduit',
  tellResult: 'the answer to it',
};

const rooms = ['core', 'protocol', 'host', 'extension', 'cli', 'webview', 'tests', 'bench', 'scripts'];

let files: readonly SourceFile[];

before(async () => {
  files = await sourceFiles((path) => path.endsWith('.ts') && rooms.includes(path.split('/', 1)[0] ?? ''));
});

test('a banned word is found in each way to write a name', () => {
  const found = ['toldLags', 'allTold', 'TOLD_MS', '#told', 'is-told.ts', 'URLTold', 'told2'].map(bannedWordIn);
  assert.deepEqual(new Set(found), new Set(['told']));
  assert.deepEqual(['untold', 'jointly', 'teller', 'stretched', 'maxYoungGenerationSizeMb'].map(bannedWordIn), [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const made = { path: 'made.ts', lines: ['const toldLags = { "a-wish": 1, court() {} }; // young', "type Anew = 'anew';"] };
  assert.deepEqual(bannedNamesIn(made), ['toldLags', 'court', 'Anew']);
});

test('names have the field’s words', () => {
  assert.ok(files.length > 1_000);
  const found = files.flatMap((file) => [...new Set(bannedNamesIn(file))].map((name) => `${file.path}: ${name}`));
  assert.deepEqual(found, []);
});

test('file names have the field’s words', () => {
  const names = new Set(files.flatMap(({ path }) => path.split('/')));
  assert.deepEqual(
    [...names].filter((name) => bannedWordIn(posix.basename(name)) !== undefined),
    [],
  );
});

/** The first banned word of a camelCase, UPPER_CASE or kebab-case name. */
function bannedWordIn(name: string): string | undefined {
  if (Object.hasOwn(foreign, name)) return undefined;
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? [];
  return words.map((word) => word.toLowerCase()).find((word) => banned.has(word));
}

/** Identifiers, without strings and comments. */
function bannedNamesIn(file: SourceFile): readonly string[] {
  return (partsOf(file).code.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).filter((name) => bannedWordIn(name) !== undefined);
}
