import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { importsOf } from './module-imports.ts';
import { roomPath, root, type SourceFile, sourceFiles } from './project-sources.ts';

interface Rule {
  /** Beginnings of paths that files of this room may import. */
  readonly own: readonly string[];
  /** Beginnings of package names, `node:` among them. */
  readonly packages: readonly string[];
}

/** Allowed imports. Unlisted rooms (scripts, tests, bench) may import anything. */
const rules: Readonly<Record<string, Rule>> = {
  core: { own: ['core/'], packages: [] },
  host: { own: ['host/', 'core/'], packages: ['node:', '@devicefarmer/adbkit', 'fzstd'] },
  protocol: { own: ['protocol/', 'core/'], packages: ['valibot'] },
  extension: { own: ['extension/', 'protocol/', 'host/', 'core/'], packages: ['node:', 'vscode'] },
  cli: { own: ['cli/', 'protocol/', 'host/', 'core/'], packages: ['node:', '@modelcontextprotocol/server'] },
  webview: { own: ['webview/', 'protocol/', 'core/'], packages: ['d3-array', 'valibot'] },
};

let files: readonly SourceFile[];

before(async () => {
  files = await sourceFiles((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts'));
});

for (const [room, rule] of Object.entries(rules)) {
  test(`${room} imports only ${[...rule.own, ...rule.packages].join(' ')}`, () => {
    const mine = files.filter(({ path }) => roomPath(path).startsWith(`${room}/`));
    const broken = mine.flatMap((file) =>
      importsOf(file)
        .filter((target) => !allowed(rule, target))
        .map((target) => `${file.path} imports ${target}`),
    );
    assert.deepEqual(broken, []);
  });
}

test('adbkit stands behind one file', () => {
  const users = files.filter(
    (file) => roomPath(file.path).startsWith('host/') && importsOf(file).some((target) => target.startsWith('@devicefarmer/')),
  );
  assert.ok(users.length <= 1, `imported by ${users.map(({ path }) => path).join(', ')}`);
});

test('the library of the Model Context Protocol stands behind one file, which is a bundle of its own', () => {
  const users = files.filter((file) => importsOf(file).some((target) => target.startsWith('@modelcontextprotocol/')));
  assert.deepEqual(
    users.map(({ path }) => path).filter((path) => !path.endsWith('/cli/serve-mcp.ts')),
    [],
  );
});

test('core/ compiles without Node, the DOM and vscode', async () => {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const argv = [tsc, '-p', join(root, 'tests', 'house', 'core.tsconfig.json')];
  const complaints = await promisify(execFile)(process.execPath, argv).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
  assert.equal(complaints, '');
});

function allowed(rule: Rule, target: string): boolean {
  return [...rule.own, ...rule.packages].some((beginning) => roomPath(target).startsWith(beginning));
}
