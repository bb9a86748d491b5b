import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { limits, MOST_LOG_LINES, recordedLimits } from '../../../core/session/limits/model-limits.ts';
import { MOST_TRANSFORMS } from '../../../core/trees/transform.ts';
import { l10nBundle } from '../l10n.ts';
import { constantValue } from './constant-value.ts';
import { limitsPage } from './limits-page.ts';
import { metLimits } from './met-limits.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const rows = metLimits.flatMap((group) => group.limits);
const sourceOf = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

test('docs/reference.md has the limits as the code has them (scripts/generate.ts writes them)', async () => {
  const { path, text } = await limitsPage(root);
  assert.equal(await readFile(join(root, path), 'utf8'), text);
  assert.ok(rows.length > 80 && text.includes(metLimits.at(-1)?.limits.at(-1)?.[0] ?? '?'));
});

test('numbers are read from sources as the program has them', async () => {
  const modelLimits = await sourceOf('core/session/limits/model-limits.ts');
  for (const [name, value] of Object.entries(limits)) assert.equal(constantValue(modelLimits, `limits.${name}`), value, name);
  assert.equal(constantValue(modelLimits, 'recordedLimits.rows'), recordedLimits.rows);
  assert.equal(constantValue(modelLimits, 'MOST_LOG_LINES'), MOST_LOG_LINES);
  assert.equal(constantValue(await sourceOf('core/trees/transform.ts'), 'MOST_TRANSFORMS'), MOST_TRANSFORMS);
});

test('numbers are read with their operators; no number is made up', () => {
  const source =
    'const A = 4 * 2 ** 30;\nexport const B: number = 1_0 << 2;\nconst C = { held: 3, most: 24 * 3_600 } as const;\nconst D = 1 + other;';
  assert.deepEqual(
    ['A', 'B', 'C.held', 'C.most'].map((name) => constantValue(source, name)),
    [4_294_967_296, 40, 3, 86_400],
  );
  for (const name of ['D', 'E', 'C.other', 'C']) assert.throws(() => constantValue(source, name), /no number/, name);
});

test('sentences stand in the code', async () => {
  const translated = new Set(Object.keys(JSON.parse(await l10nBundle(root))).map(withDots));
  const unknown = rows.map(async ([, file, , , , says, saidIn = file]) => {
    if (says === undefined || translated.has(withDots(says))) return [];
    return withDots(await sourceOf(saidIn)).includes(withDots(says)) ? [] : [`${saidIn}: ${says}`];
  });
  assert.deepEqual((await Promise.all(unknown)).flat(), []);
});

/** Sentences that only sound like a limit, or say one that differs by case. */
const others = [
  'In …: …, at most … in one.',
  'Xcode’s developer image at … cannot be used: it or its signature is empty, too large, or cannot be read.',
  // Longer for an app that is known to start.
  'The agent is in … (process …), but its port … did not open within … s.',
  'nothing within … s',
];

test('what a translated sentence calls too much or too long is listed', async () => {
  const sounds =
    /at most …|more than … (?:MiB|GiB|files)|too large|JSON; Laglens reads up to|within … s\b|more are not listed|were left out|were dropped|Older lags/;
  const listed = new Set([...others, ...rows.map(([, , , , , says = '']) => withDots(says))]);
  const translated = Object.keys(JSON.parse(await l10nBundle(root))).map(withDots);
  const limits = translated.filter((text) => sounds.test(text));
  assert.ok(limits.length > 40, `${limits.length} sentences`);
  assert.deepEqual(
    limits.filter((text) => !listed.has(text)),
    [],
  );
  assert.deepEqual(
    others.filter((text) => !limits.includes(text)),
    [],
    'no longer said',
  );
});

/** Values of any kind of template as the table has them. */
function withDots(text: string): string {
  return text.replaceAll(/\$\{[^}]*\}|\{\d\}/g, '…');
}
