import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, treeFiles } from '../../../tests/house/project-sources.ts';
import { isGuard, moreInputsOf } from './guards.ts';
import { TestInputs } from './test-inputs.ts';

test('each test of the agents depends on all that agents are made of, in this checkout', async () => {
  const paths = await treeFiles();
  const inputs = new TestInputs({ paths, text: (path) => readFileSync(join(root, path), 'utf8') });
  const made = paths.filter((path) => /^device-agents\/.*\.(c|h|java|jar|so|dylib|tbd)$/.test(path));
  const guards = paths.filter((path) => path.startsWith('tests/agent/') && path.endsWith('.test.ts') && isGuard(path));
  assert.ok(made.length > 200 && guards.length > 40, `${made.length} files, ${guards.length} tests`);
  for (const guard of guards) {
    const found = new Set(inputs.of(guard, moreInputsOf(guard)));
    assert.deepEqual(
      made.filter((path) => !found.has(path)),
      [],
      guard,
    );
  }
});
