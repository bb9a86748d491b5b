import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SourceFile, sourceFiles } from './project-sources.ts';

/** Texts that only the command line shows, and those that VS Code shows in English: docs/translations.md lists them. */
const english = [
  // The command line, and what reports of sessions say.
  'core/analysis/',
  'host/diagnose/ios-checklist.ts',
  'features/lake/host/', // features/lake
  'features/verify/host/', // features/verify
  // Details of imports.
  'features/formats/core/chrome/app-process.ts', // features/formats
  'features/formats/core/firefox/marker-schema.ts', // features/formats
  'features/formats/core/perfetto/main-process.ts', // features/formats
  // Symbols.
  'core/symbols/',
  'host/builds/',
];

/** A part of an error's sentences that is a string or a template of several letters without a tag, in any branch of a choice. */
const untagged = /\b(?:message|why|next|purpose|unfit):\s*(?:(?:[^,;{}`]|phrase`[^`]*`)*?[?:]\s*)?['`"][^'`"]*[A-Za-z]{2}[^'`"]*['`"]/g;

function untaggedIn({ path, lines }: SourceFile): readonly string[] {
  return [...lines.join('\n').matchAll(untagged)].map(([text]) => `${path}: ${text.replace(/\s+/g, ' ')}`);
}

test('texts of errors and problems that VS Code shows are phrases, which can be translated', async () => {
  const found = (code: string): number => untaggedIn({ path: 'a.ts', lines: code.split('\n') }).length;
  assert.deepEqual(
    [
      found("{ code, message: `The session is gone.`, next: 'Record again.' }"),
      found("next:\n  isOld\n    ? 'Update it.'\n    : phrase`Start it.`"),
      found("{ purpose: 'Listing the simulators', next: isOld ? phrase`Update it.` : 'Start it.' }"),
      found("{ code, message: phrase`The session is gone.`, next: '', why: how('it is gone'), cause }"),
    ],
    [2, 1, 2, 0],
  );
  const files = await sourceFiles((path) => /^(?:features\/[\w-]+\/)?(?:core|host)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'));
  const of = (excepted: boolean): readonly SourceFile[] =>
    files.filter(({ path }) => english.some((place) => path.startsWith(place)) === excepted);
  assert.deepEqual(of(false).flatMap(untaggedIn), []);
  const stale = english.filter((place) => !of(true).some((file) => file.path.startsWith(place) && untaggedIn(file).length > 0));
  assert.deepEqual(stale, []);
});
