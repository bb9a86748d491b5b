import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { causeTexts } from '../../core/analysis/causes/facts/cause-texts.ts';
import { waitWords } from '../../core/analysis/causes/facts/wait-frames.ts';

/** Without tests. */
async function sources(folder: URL): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
}

const folder = new URL('../../core/analysis/causes/', import.meta.url);
const shared = new URL('facts/', folder);
/** Waits at a moment have the words of causes. */
const moment = new URL('../../core/analysis/moment/', import.meta.url);
const exitTraces = new URL('../../core/analysis/exit-traces/', import.meta.url);

test('docs/causes.md has a row for each rule, and no other', async () => {
  const written = (await sources(folder)).flatMap((source) => [...source.matchAll(/^ +rule: '(\w+)'/gm)].map(([, rule = '']) => rule));
  // Loads are named by their kind.
  const loads = [...(await readFile(new URL('load.ts', folder), 'utf8')).matchAll(/case '(\w+)'/g)].map(([, kind = '']) => kind);
  const rules = new Set([...written, ...Object.keys(waitWords), ...loads]);
  assert.ok(rules.size > 20);
  const page = await readFile(new URL('../../docs/causes.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, rule = '']) => rule),
  );
  assert.deepEqual(new Set(listed), rules);
});

test('each text of a cause is used', async () => {
  const all = [...(await sources(folder)), ...(await sources(shared)), ...(await sources(moment)), ...(await sources(exitTraces))];
  const used = new Set(all.flatMap((source) => [...source.matchAll(/'(\w+)'/g)].map(([, word = '']) => word)));
  assert.deepEqual(
    Object.keys(causeTexts).filter((key) => !used.has(key)),
    [],
  );
});
