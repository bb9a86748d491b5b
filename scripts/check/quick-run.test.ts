import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quickRun, ran } from './quick-run.ts';

test('tests run in their order until the limit, and failures keep their output', async () => {
  const order: string[] = [];
  const run = async (path: string) => {
    order.push(path);
    return { code: path === 'b' ? 1 : 0, output: `of ${path}` };
  };
  const found = await quickRun(['a', 'b', 'c', 'd', 'e'], run, () => order.length >= 4);
  assert.deepEqual(found, { failed: [{ path: 'b', output: 'of b' }], ran: ['a', 'b', 'c', 'd'], left: ['e'] });
});

test('a program’s exit code and both of its streams are kept', async () => {
  const { code, output } = await ran('.', ['-e', 'console.log("out"); console.error("err"); process.exitCode = 3']);
  assert.equal(code, 3);
  assert.deepEqual(output.trim().split('\n').sort(), ['err', 'out']);
});
