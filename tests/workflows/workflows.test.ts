import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { groups } from '../../scripts/test-run/groups.ts';
import { root, treeFiles } from '../house/project-sources.ts';
import { type Job, type ParsedFile, parsedFiles, runLines, type Step, type Workflow } from './github-files.ts';

/** Permissions to write, by workflow and job. */
const writing: Readonly<Record<string, string>> = { 'release.yml publish contents': 'publishes the release, with no step that builds' };

let workflows: readonly ParsedFile<Workflow>[];
let actions: readonly ParsedFile<{ readonly runs: { readonly steps: readonly Step[] } }>[];
let paths: readonly string[];
let scripts: Readonly<Record<string, string>>;

before(async () => {
  workflows = await parsedFiles('.github/workflows');
  actions = await parsedFiles('action');
  paths = await treeFiles();
  scripts = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts;
});

/** Why a step may not have this line; undefined if it may. */
function objection(line: string): string | undefined {
  if (line.includes('${{')) return 'an expression in a script';
  if (line === 'npm ci') return undefined;
  const [, group = ''] = /^npm test(?: -- ([\w-]+))?$/.exec(line) ?? [];
  if (line.startsWith('npm test')) return group === '' ? (line === 'npm test' ? undefined : line) : group in groups ? undefined : group;
  const [, script, script2] = /^(?:npm run ([\w:-]+)(?: -- [\w\s"$./-]+)?|(?:bash|node) "?([\w$./-]+)"?(?: [\w./-]+)*)$/.exec(line) ?? [];
  if (script !== undefined) return script in scripts ? undefined : `no script ${script}`;
  if (script2 === undefined) return 'not a script of ours';
  return paths.includes(script2.replace('$GITHUB_ACTION_PATH', 'action')) ? undefined : `no file ${script2}`;
}

test('steps call npm’s scripts and files of ours alone, without expressions', () => {
  const made = [
    'npm ci',
    'npm test',
    'npm test -- unit',
    'npm run build',
    'bash scripts/ci/allow-kvm.sh',
    'bash "$GITHUB_ACTION_PATH/check.sh"',
  ];
  assert.deepEqual(
    made.map(objection),
    made.map(() => undefined),
  );
  const wrong = [
    'npm install',
    'npm test -- nothing',
    'npm run nothing',
    'bash none.sh',
    'npm ci && rm -r x',
    'curl x | sh',
    `npm run build -- $${'{{ github.ref }}'}`,
  ];
  assert.deepEqual(
    wrong.filter((line) => objection(line) === undefined),
    [],
  );
  const steps = [...workflows.flatMap(({ content }) => Object.values(content.jobs)), ...actions.map(({ content }) => content.runs)];
  const lines = steps.flatMap((each) => runLines(each.steps));
  assert.ok(lines.length > 15, `${lines.length}`);
  assert.deepEqual(
    lines.flatMap((line) => objection(line) ?? []),
    [],
  );
});

test('each file that steps call is run by a test here', async () => {
  const called = paths.filter((path) => /^scripts\/ci\/.*\.sh$|^action\/.*\.(?:sh|mjs)$/.test(path));
  // This file names some without running them.
  const tests = paths.filter((path) => /^tests\/workflows\/.*\.ts$/.test(path) && path !== 'tests/workflows/workflows.test.ts');
  // The action's are run by way of action.yml, and by each other.
  const callers = [...tests, ...actions.map(({ path }) => path), ...called];
  const texts = await Promise.all(callers.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const));
  // A script's own comment names it, too.
  const isCalled = (file: string): boolean => texts.some(([path, text]) => path !== file && text.includes(file.split('/').at(-1) ?? ''));
  assert.ok(called.length > 10);
  assert.ok(!isCalled('scripts/ci/none.sh'));
  assert.deepEqual(
    called.filter((path) => !isCalled(path)),
    [],
  );
});

test('other actions are pinned by their commit, with the version beside it, the same everywhere', () => {
  const pins = new Map<string, string>();
  for (const { path, text } of [...workflows, ...actions]) {
    for (const [, used = ''] of text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)) {
      const [, name, pin] = /^([\w.-]+\/[\w./-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(used) ?? [];
      assert.ok(name !== undefined && pin !== undefined, `${path}: ${used}`);
      assert.equal(pin, pins.get(name) ?? pin, `${path}: ${used}`);
      pins.set(name, pin);
    }
  }
  assert.ok(pins.size >= 6, `${pins.size}`);
});

test('every workflow says its permissions and its concurrency, every job its time', () => {
  assert.ok(workflows.length >= 3);
  for (const { path, content } of workflows) {
    assert.ok(content.permissions !== undefined && content.concurrency?.group !== undefined, path);
    for (const [name, job] of Object.entries(content.jobs)) {
      assert.ok((job['timeout-minutes'] ?? Number.POSITIVE_INFINITY) <= 120, `${path} ${name}`);
      const file = path.split('/').at(-1);
      assert.deepEqual(
        writtenBy(content, job).filter((permission) => !(`${file} ${name} ${permission}` in writing)),
        [],
      );
      for (const step of job.steps) {
        if (step.uses?.startsWith('actions/checkout@'))
          assert.equal(String(step.with?.['persist-credentials']), 'false', `${path} ${name}`);
      }
    }
  }
});

function writtenBy(workflow: Workflow, job: Job): readonly string[] {
  const levels = { ...workflow.permissions, ...job.permissions };
  return Object.keys(levels).filter((permission) => levels[permission] !== 'read');
}
