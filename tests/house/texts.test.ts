import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles } from './project-sources.ts';
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
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && rooms.includes(path.split('/', 1)[0] ?? ''),
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
