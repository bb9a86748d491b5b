import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expressionsOf, weaknessOf } from './expression-attack.ts';
import { sourceFiles } from './project-sources.ts';

test('no regular expression of the product takes more than linear work for 100,000 repeated letters', async () => {
  const product = await sourceFiles(
    (path) => /^(?:features\/[\w-]+\/)?(?:core|host|cli|extension|webview|protocol)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'),
  );
  const expressions = product.flatMap(expressionsOf);
  assert.ok(expressions.length > 400, `${expressions.length} expressions were found`);
  const weak = expressions.flatMap(({ place, expression }) => {
    const letters = weaknessOf(expression);
    return letters === undefined ? [] : [`${place} on repeated ${JSON.stringify(letters)}; core/text/cuts.ts has linear forms`];
  });
  assert.deepEqual(weak, []);
});

test('the attack finds expressions that begin again at each letter, and passes over linear ones', () => {
  const source = { path: 'made.ts', lines: ["text.replace(/:.*$/, '');", 'if (/^[a-z]+$/.test(text)) return /#[^()]*$/.exec(text);'] };
  const found = expressionsOf(source).map(({ place, expression }) => `${place} ${weaknessOf(expression) ?? 'linear'}`);
  assert.deepEqual(found, ['made.ts:1: /:.*$/ :', 'made.ts:2: /^[a-z]+$/ linear', 'made.ts:2: /#[^()]*$/ #']);
});
