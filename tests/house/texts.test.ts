import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { roomPath, sourceFiles } from './project-sources.ts';
import { partsOf } from './source-parts.ts';

/** Words that plain English has another one for: told is reported, anew is again, a stretch is a range, a picture a view. */
const banned =
  /\b(told|tells (?:of|that)|anew|stretch(?:es)?|pictures?|the very|looked|wish(?:es|ed)?|court|sightings?|nobody|somebody|learnt|whoever|young|pass(?:es|ed) over)\b/i;
const rooms = ['cli', 'core', 'extension', 'host', 'protocol', 'webview'];
/** Texts of the wire's tables become part of the agents' sources, whose libraries are built from them. */
const notForUsers = 'core/wire/schema/';

test('texts for users have no private words', async () => {
  assert.ok(banned.test('The picture is paused') && !banned.test('The view is paused'));
  const files = await sourceFiles(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && rooms.includes(roomPath(path).split('/', 1)[0] ?? ''),
  );
  assert.ok(files.length > 600);
  const found = files
    .filter(({ path }) => !path.startsWith(notForUsers))
    .flatMap((file) =>
      partsOf(file)
        .texts.filter((text) => banned.test(text))
        .map((text) => `${file.path}: ${text}`),
    );
  assert.deepEqual(found, []);
});

/** A folder of Parquet files, for the command line and CI. In VS Code there are sessions and versions only. */
const notInVsCode = /\blakes?\b/i;

test('texts of VS Code’s user interface do not name the folder that compared versions are kept in', async () => {
  const files = await sourceFiles(
    (path) =>
      path.endsWith('.ts') &&
      !path.endsWith('.test.ts') &&
      /^(?:(?:features\/[\w-]+\/)?(?:extension|protocol|webview)|features\/lake\/core\/(?:page|questions))\b/.test(path),
  );
  const literals = files.flatMap((file) => partsOf(file).texts.map((text) => `${file.path}: ${text}`));
  const inSources = literals.filter((text) => notInVsCode.test(text.replace(/^[^:]*: /, '')));
  // A file and a command name of ours have no blank.
  assert.deepEqual(
    inSources.filter((text) => / .* /.test(text)),
    [],
  );
  const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
  const walkthrough = (await readdir(new URL('../../media/walkthrough/', import.meta.url))).filter((name) => /\.(?:md|svg)$/.test(name));
  const shown = ['l10n/bundle.l10n.json', 'package.nls.json', 'package.json', ...walkthrough.map((name) => `media/walkthrough/${name}`)];
  for (const path of shown) {
    const lines = (await read(path)).split('\n').filter((line) => notInVsCode.test(line));
    assert.deepEqual(lines, [], path);
  }
});
