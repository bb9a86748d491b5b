import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestInputs } from './test-inputs.ts';

const files: Readonly<Record<string, string>> = {
  'agents/agent.c': '',
  'agents/build.ts': "export const agents = fileURLToPath(new URL('.', import.meta.url));",
  'core/row.ts': "import type { Cell } from './cell.ts';",
  'core/cell.ts': '',
  'core/other.ts': '',
  'host/thread.ts': "new Worker(new URL('./worker.ts', import.meta.url));",
  'host/worker.ts': "import { row } from '../core/row.ts';",
  'host/either.ts': "new URL(isSource ? './worker.ts' : './worker.cjs', import.meta.url);",
  'media/sample.bin': '',
  'media/shop/one.txt': '',
  'programs/A.java': '',
  'programs/deep/B.java': '',
  'programs/helper.ts': '',
  'tests/row.test.ts': "import { row } from '../core/row.ts';\nimport { test } from 'node:test';",
  'tests/thread.test.ts': "import { thread } from '../host/thread.ts';",
  'tests/either.test.ts': "import { either } from '../host/either.ts';",
  'tests/agent.test.ts': "import { agents } from '../agents/build.ts';",
  'tests/named.test.ts': "read('media/sample.bin'); read(join(root, 'media', 'shop')); run('core/none.ts');",
  'tests/alone.test.ts': "read(join(root, 'programs'));",
  'tests/lists.test.ts': "const tests = ['tests/row.test.ts'];",
  'tests/folder.test.ts': `const source = new URL(\`../programs/\${name}.java\`, import.meta.url);`,
  'programs/own.test.ts': "const here = dirname(fileURLToPath(import.meta.url));\nread(join(here, 'A.java'));",
  'tests/old.test.ts': "import './client.cjs';",
  'tests/client.cjs': "require('../core/other.ts');",
};
const inputs = new TestInputs({ paths: Object.keys(files), text: (path) => files[path] ?? '' });

for (const [name, test_, found] of [
  ['what it imports, and what that imports', 'tests/row.test.ts', ['core/cell.ts', 'core/row.ts']],
  ['a thread’s program', 'tests/thread.test.ts', ['core/cell.ts', 'core/row.ts', 'host/thread.ts', 'host/worker.ts']],
  ['a program that is chosen', 'tests/either.test.ts', ['core/cell.ts', 'core/row.ts', 'host/either.ts', 'host/worker.ts']],
  ['what an imported module finds by URL, here its whole folder', 'tests/agent.test.ts', ['agents/agent.c', 'agents/build.ts']],
  ['named files, and files of named folders', 'tests/named.test.ts', ['media/sample.bin', 'media/shop/one.txt']],
  [
    'a folder of the root',
    'tests/alone.test.ts',
    ['programs/A.java', 'programs/deep/B.java', 'programs/helper.ts', 'programs/own.test.ts'],
  ],
  ['another test, though not what that one needs', 'tests/lists.test.ts', ['tests/row.test.ts']],
  [
    'the folder of a name that is made',
    'tests/folder.test.ts',
    ['programs/A.java', 'programs/deep/B.java', 'programs/helper.ts', 'programs/own.test.ts'],
  ],
  ['what else lies below a module that asks for its folder', 'programs/own.test.ts', ['programs/A.java', 'programs/deep/B.java']],
  ['required modules', 'tests/old.test.ts', ['core/other.ts', 'tests/client.cjs']],
] as const)
  test(`a test depends on itself and on ${name}`, () => {
    assert.deepEqual(inputs.of(test_), [...found, test_].sort());
  });

test('files and folders that no module names are added', () => {
  assert.deepEqual(inputs.of('tests/row.test.ts', ['media', 'core/other.ts', 'nowhere']), [
    ...['core/cell.ts', 'core/other.ts', 'core/row.ts', 'media/sample.bin', 'media/shop/one.txt', 'tests/row.test.ts'],
  ]);
});
