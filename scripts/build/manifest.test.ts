import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { manifestFiles } from './manifest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('package.json and package.nls.json follow from extension/contributions (scripts/generate.ts writes them)', async () => {
  for (const { path, text } of await manifestFiles(root)) assert.equal(await readFile(join(root, path), 'utf8'), text, path);
});

test('a step of the walkthrough is ticked when it was done, not when its command ran: a start may be refused', async () => {
  const { contributes } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const steps: readonly { readonly id: string; readonly completionEvents: readonly string[] }[] = contributes.walkthroughs[0].steps;
  assert.deepEqual(
    steps.map(({ id, completionEvents }) => [id, completionEvents]),
    ['sample', 'capture', 'diagnose'].map((id) => [id, [`onContext:laglens.${id}Done`]]),
  );
});

test('an empty view offers no start while a capture runs', async () => {
  const { contributes } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const texts: Readonly<Record<string, string>> = JSON.parse(await readFile(join(root, 'package.nls.json'), 'utf8'));
  const welcomes: readonly { readonly view: string; readonly when: string; readonly contents: string }[] = contributes.viewsWelcome;
  const starts = welcomes.filter(({ contents }) => texts[contents.replaceAll('%', '')]?.includes('command:laglens.start)'));
  assert.deepEqual(
    starts.map(({ when }) => when),
    ['!laglens.sessionsFiltered && !laglens.recording'],
  );
  assert.ok(welcomes.some(({ view, when }) => view === 'laglens.sessions' && when === '!laglens.sessionsFiltered && laglens.recording'));
});
