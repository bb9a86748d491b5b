import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '../../../../tests/host/run-command.ts';

test('a question of an unknown name is refused with the known ones, before a lake is opened', async () => {
  const { code, said } = await runCommand(['lake', 'query', 'nowhere', 'worst-group'], { folder: '.' });
  assert.equal(code, 2);
  assert.match(said, /^“worst-group” is no question of lakes\. Ask one of: .*worst-groups.*; or by a SELECT in quotes\.\n/);
});

test('a SELECT without spaces is no name', async () => {
  const { code, said } = await runCommand(['lake', 'query', 'nowhere', 'SELECT(1)'], { folder: '.' });
  assert.equal(code, 1);
  assert.doesNotMatch(said, /is no question/);
});
