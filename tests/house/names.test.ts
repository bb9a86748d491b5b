import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { before, test } from 'node:test';
import { type SourceFile, sourceFiles } from './project-sources.ts';
import { nativePartsOf, partsOf, titlesOf } from './source-parts.ts';

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

/** Words of agents' code that say what a thread does: it samples, checks, backs off or yields. */
const bannedInAgents: ReadonlySet<string> = new Set([...banned, 'look', 'looks', 'looked', 'doze', 'dozes', 'aside']);

/** In comments of agents and in titles of tests. */
const bannedInProse = /\b(?:told|tells?|telling|wish(?:es)?|court|sightings?|young|anew|stretch(?:es)?|(?<!\bthere )is none)\b/i;

/** Names that others gave, with who did. */
const foreign: Readonly<Record<string, string>> = {
  WishList: 'a list of the demo shop',
  objc_lookUpClass: 'a function of the Objective-C runtime',
  maxYoungGenerationSizeMb: 'a limit of a worker’s memory, by Node',
  tell: 'an operation on files, by the Apple File Conduit',
  tellResult: 'the answer to it',
};

const rooms = ['core', 'protocol', 'host', 'extension', 'cli', 'webview', 'features', 'tests', 'bench', 'scripts'];

let files: readonly SourceFile[];
/** C, Objective-C, assembler and Java: the agents, and the programs of tests and benchmarks. */
let native: readonly SourceFile[];

before(async () => {
  const all = await sourceFiles((path) => /\.(?:ts|c|h|m|S|java)$/.test(path));
  files = all.filter(({ path }) => path.endsWith('.ts') && rooms.includes(path.split('/', 1)[0] ?? ''));
  native = all.filter(({ path }) => !path.endsWith('.ts'));
});

test('a banned word is found in each way to write a name', () => {
  const found = ['toldLags', 'allTold', 'TOLD_MS', '#told', 'is-told.ts', 'URLTold', 'told2'].map((name) => bannedWordIn(name));
  assert.deepEqual(new Set(found), new Set(['told']));
  assert.deepEqual(
    ['untold', 'jointly', 'teller', 'stretched', 'maxYoungGenerationSizeMb'].map((name) => bannedWordIn(name)),
    [undefined, undefined, undefined, undefined, undefined],
  );
  const made = { path: 'made.ts', lines: ['const toldLags = { "a-wish": 1, court() {} }; // young', "type Anew = 'anew';"] };
  assert.deepEqual(bannedNamesIn(made), ['toldLags', 'court', 'Anew']);
});

test('a short comment on a declaration begins with its subject, not with “Of”, “By” or “As”', () => {
  const fragments = ({ path, lines }: SourceFile): readonly string[] =>
    lines.filter((line) => /^\s*\/\*\* (?:Of|By|As)(?: \S+){1,5} \*\/$/.test(line)).map((line) => `${path}: ${line.trim()}`);
  assert.equal(fragments({ path: 'a.ts', lines: ['  /** Of the builder. */', '/** Units of the builder. */'] }).length, 1);
  const product = files.filter(
    ({ path }) => !path.endsWith('.test.ts') && !/^(?:webview|(?:features\/[\w-]+\/)?(?:tests|bench|scripts))\//.test(path),
  );
  assert.deepEqual(product.flatMap(fragments), []);
});

test('names have the field’s words', () => {
  assert.ok(files.length > 1_000);
  const found = files.flatMap((file) => [...new Set(bannedNamesIn(file))].map((name) => `${file.path}: ${name}`));
  assert.deepEqual(found, []);
});

test('names of the agents and of test programs have the field’s words, and so have their comments', () => {
  const made = {
    path: 'made.c',
    lines: ['/* Told once. */ static void look_at(int told) { log("tell", \'t\'); } // anew', '/* There is none. */'],
  };
  assert.deepEqual(bannedNamesIn(made), ['look_at', 'told']);
  assert.deepEqual(bannedProseIn(made, nativePartsOf(made).comments), ['made.c: /* Told once. */', 'made.c: // anew']);
  assert.ok(native.length > 400);
  const found = native.flatMap((file) => [...new Set(bannedNamesIn(file))].map((name) => `${file.path}: ${name}`));
  const comments = native.flatMap((file) => bannedProseIn(file, nativePartsOf(file).comments));
  assert.deepEqual([...found, ...comments], []);
});

test('titles of tests are plain English', () => {
  const made = {
    path: 'made.test.ts',
    lines: ["test('a stretch', () => {", "await step(t, `it is told`, run); test('lasts', run);"],
  };
  assert.deepEqual(titlesOf(made), ['a stretch', 'it is told', 'lasts']);
  assert.equal(bannedProseIn(made, titlesOf(made)).length, 2);
  const titles = files
    .filter(({ path }) => path.endsWith('.test.ts') && path !== 'tests/house/names.test.ts')
    .map((file) => ({ file, titles: titlesOf(file) }));
  assert.ok(titles.flatMap((each) => each.titles).length > 3_000);
  assert.deepEqual(
    titles.flatMap((each) => bannedProseIn(each.file, each.titles)),
    [],
  );
});

test('file names have the field’s words', () => {
  const names = new Set([...files, ...native].flatMap(({ path }) => path.split('/')));
  assert.deepEqual(
    [...names].filter((name) => bannedWordIn(posix.basename(name)) !== undefined),
    [],
  );
});

/** The first banned word of a camelCase, UPPER_CASE, kebab-case or snake_case name. */
function bannedWordIn(name: string, words: ReadonlySet<string> = banned): string | undefined {
  if (Object.hasOwn(foreign, name)) return undefined;
  const parts = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? [];
  return parts.map((part) => part.toLowerCase()).find((part) => words.has(part));
}

/** Identifiers, without strings and comments. */
function bannedNamesIn(file: SourceFile): readonly string[] {
  const isScript = file.path.endsWith('.ts');
  const { code } = isScript ? partsOf(file) : nativePartsOf(file);
  const names = code.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  return names.filter((name) => bannedWordIn(name, isScript ? banned : bannedInAgents) !== undefined);
}

function bannedProseIn({ path }: SourceFile, texts: readonly string[]): readonly string[] {
  return texts.filter((text) => bannedInProse.test(text)).map((text) => `${path}: ${text}`);
}
