import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { before, test } from 'node:test';
import { type SourceFile, sourceFiles } from './project-sources.ts';
import { partsOf, type SourceParts, wordsIn } from './source-parts.ts';

/** Names a default for a row of a column: a wrong row would be row 0. */
const SILENT_DEFAULT = /\] \?\? 0\b/g;

interface Room {
  readonly name: string;
  readonly lines: readonly number[];
  readonly code: string;
  readonly commentWords: number;
}

let product: readonly { readonly file: SourceFile; readonly parts: SourceParts }[];

before(async () => {
  const files = await sourceFiles((path) =>
    /^(?:features\/[\w-]+\/)?(?:core|protocol|host|extension|cli|webview)\/.*(?<!\.test)\.ts$/.test(path),
  );
  product = files.map((file) => ({ file, parts: partsOf(file) }));
});

test('the figures of the house', (t) => {
  const names = [...new Set(product.map(({ file }) => file.path.replace(/\/.*/, '')))];
  const rooms = names.map((name) => roomOf(name, (path) => path.startsWith(`${name}/`)));
  for (const room of [...rooms, roomOf('product', () => true)]) t.diagnostic(rowOf(room));
  const folders = new Map<string, number>();
  for (const { file } of product) folders.set(posix.dirname(file.path), (folders.get(posix.dirname(file.path)) ?? 0) + 1);
  const fullest = [...folders].sort(([, one], [, other]) => other - one).slice(0, 3);
  t.diagnostic(`fullest folders: ${fullest.map(([folder, files]) => `${folder} ${files}`).join(', ')}; over 30: ${over(folders)}`);
  assert.ok(rooms.length > 5);
});

test('fewer than 60 reads of a list give 0 for what is not there', (t) => {
  const found = product.map(({ parts }) => parts.code.match(SILENT_DEFAULT)?.length ?? 0).reduce((sum, count) => sum + count, 0);
  t.diagnostic(`${found} times \`] ?? 0\``);
  assert.ok(found < 60, `${found} times`);
});

test('types are stated, not asserted: no `any`, no `!`, hardly an `as`', (t) => {
  const counts = { any: /[:<|,]\s*any\b/, '!': /[\w)\]]!(?=[.[;,)\s])(?!\s*=)/, as: /\bas (?!const\b)[A-Za-z{[(]/ };
  const found = Object.entries(counts).map(([name, pattern]) => {
    const places = product.flatMap(({ file, parts }) =>
      parts.code
        .split('\n')
        .filter((line) => pattern.test(line) && !/^\s*(?:import|export) (?:type )?[*{].*\bas\b|^\s*\w+ as \w+,?$|import\(/.test(line))
        .map((line) => `${file.path}: ${line.trim()}`),
    );
    return { name, places };
  });
  t.diagnostic(found.map(({ name, places }) => `${name}: ${places.length}`).join(', '));
  for (const { name, places } of found) assert.ok(places.length <= (name === 'as' ? 10 : 0), `${name}\n${places.join('\n')}`);
});

function roomOf(name: string, isIn: (path: string) => boolean): Room {
  const own = product.filter(({ file }) => isIn(file.path));
  return {
    name,
    lines: own.map(({ file }) => file.lines.length).sort((one, other) => one - other),
    code: own.map(({ parts }) => parts.code).join('\n'),
    commentWords: own.reduce((sum, { parts }) => sum + wordsIn(parts.comments), 0),
  };
}

function rowOf({ name, lines, commentWords }: Room): string {
  const all = lines.reduce((sum, count) => sum + count, 0);
  const at = (share: number): number => lines[Math.floor((lines.length - 1) * share)] ?? 0;
  const sizes = `median ${at(0.5)}, p90 ${at(0.9)}, most ${at(1)}`;
  return `${name}: ${lines.length} files, ${all} lines, ${sizes}; ${Math.round((commentWords / all) * 1000)} comment words per 1,000 lines`;
}

function over(folders: ReadonlyMap<string, number>): string {
  const full = [...folders].filter(([, files]) => files > 30).map(([folder, files]) => `${folder} ${files}`);
  return full.join(', ') || 'none';
}
