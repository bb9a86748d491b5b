import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endedPrograms, harmlessState } from './harmless-state.ts';
import { stateOf } from './module-state.ts';
import { OwnProcess } from './own-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const plain = "import { test } from 'node:test';\nimport type { Link } from '../host/link.ts';\ntest('a', () => {});\n";
const link = "import { connect } from 'node:net';\nexport interface Link {}\n";

function reasonFor(text: string, others: Readonly<Record<string, string>> = {}): string | undefined {
  const files: Readonly<Record<string, string>> = { 'core/a.test.ts': text, 'host/link.ts': link, ...others };
  return new OwnProcess((path) => files[path]).reasonFor('core/a.test.ts');
}

suite('test files that may share a process', () => {
  test('one that computes may, with what it imports, types apart', () => {
    assert.equal(reasonFor(plain), undefined);
    assert.equal(reasonFor("import { sum } from './sum.ts';\n", { 'core/sum.ts': 'export const sum = 1;\n' }), undefined);
    assert.equal(reasonFor('const { PATH } = process.env;\nlet count = 0;\n'), undefined);
  });

  for (const [what, text, reason] of [
    ['a variable of the environment', "process.env.PATH = '';", 'process.env.PATH ='],
    ['a deleted variable', 'delete process.env.PATH;', 'delete process.env'],
    ['another working directory', "process.chdir('/');", 'process.chdir('],
    ['an exit', 'process.exit(3);', 'process.exit('],
    ['a listener of the process', "process.on('exit', () => {});", 'process.on('],
    ['a global value', 'globalThis.document = {};', 'globalThis.document ='],
    ['global values', 'Object.assign(globalThis, { document: {} });', 'Object.assign(globalThis'],
    ['a changed class of others', 'Decoder.prototype.decode = nothing;', '.prototype.decode ='],
    ['a mock', "t.mock.method(performance, 'now', () => 1);", 'mock.method'],
    ['its own times', 'const beganMs = performance.now();', 'performance.now()'],
    ['awaited tests', "await test('a', () => {});", 'await test'],
  ] as const)
    test(`one with ${what} may not`, () => assert.equal(reasonFor(plain + text), `core/a.test.ts has ${reason}`));

  test('one that reaches programs, threads or ports by imports may not', () => {
    const imports = "import { start } from './start.ts';\n";
    const start = "export { start } from '../host/link.ts';\n";
    assert.equal(reasonFor(imports, { 'core/start.ts': start }), 'host/link.ts imports node:net');
    assert.equal(reasonFor(`await import('../host/link.ts');\n`), 'host/link.ts imports node:net');
    assert.equal(reasonFor('await import(names[0]);\n'), 'core/a.test.ts imports by a computed name');
    assert.equal(reasonFor(imports), 'core/start.ts is not there');
  });

  test('one that reaches a program whose end is awaited may', () => {
    const [[path = ''] = []] = Object.entries(endedPrograms);
    const imports = `import { list } from '../${path}';\n`;
    const lists = "import { execFile } from 'node:child_process';\n";
    assert.equal(reasonFor(imports, { [path]: lists }), undefined);
    assert.equal(reasonFor(imports, { [path]: `${lists}import { connect } from 'node:net';\n` }), `${path} imports node:net`);
  });

  test('one that reaches a module with state may not, unless the state is harmless and none of its setters is called', () => {
    const imports = "import { t } from '../webview/ui/translated.ts';\nimport { next } from './next.ts';\n";
    const [translated, next] = ['let translations;\n', 'const numbers = [];\nexport const next = () => numbers.push(1);\n'];
    const files = { 'webview/ui/translated.ts': translated, 'core/next.ts': next };
    assert.equal(reasonFor(imports, files), 'core/next.ts keeps numbers');
    assert.equal(reasonFor(imports, { ...files, 'core/next.ts': '' }), undefined);
    assert.equal(reasonFor(`${imports}useTranslations({});`, { ...files, 'core/next.ts': '' }), 'core/a.test.ts calls useTranslations');
  });
});

test('state is what changes after a module is loaded', () => {
  assert.deepEqual(
    stateOf(
      [
        ...['let a = 0;', 'export let b;', 'const c = new Map<string, number>();', 'c.set("", 1);', 'const d: number[] = [];', 'd[0] = 1;'],
        ...['const e = { count: 0 };', 'e.count++;', 'const f = new Turns();', 'class G {', '  static #h = 0;', '}'],
      ].join('\n'),
    ),
    ['a', 'b', '#h', 'c', 'd', 'e', 'f'],
  );
  const constant = [
    'const a = new Map([[1, 2]]);',
    'const b = new WeakMap();',
    'b.set(key, 1);',
    'const c = { d: 1 } as const;',
    'x.c.d = 2;',
  ];
  assert.deepEqual(stateOf([...constant, 'const e = new Encoder().encode(1);', '  let f = 1;', 'const g = /x/;'].join('\n')), []);
});

test('modules whose state is harmless have state, and the functions that alter it', () => {
  for (const [path, { unless = [] }] of Object.entries(harmlessState)) {
    const text = readFileSync(join(root, path), 'utf8');
    assert.notDeepEqual(stateOf(text), [], path);
    for (const name of unless) assert.ok(text.includes(`${name}(`), `${path}: ${name}`);
  }
});

test('modules whose programs have ended start programs', () => {
  for (const path of Object.keys(endedPrograms)) assert.match(readFileSync(join(root, path), 'utf8'), /from 'node:child_process'/, path);
});
