import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { installActionlint } from '../../scripts/setup/actionlint.ts';
import { root, treeFiles } from '../house/project-sources.ts';
import { type ActionFile, actionFolder, readAction } from './composite-action.ts';

let actionlint: string;
let action: ActionFile;
let folder: string;

before(async () => {
  const log = (line: string): unknown => process.stderr.write(`${line}\n`);
  actionlint = await installActionlint(log);
  action = await readAction(log);
  folder = await mkdtemp(join(tmpdir(), 'laglens-lint-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** @returns findings, or nothing; programs that do not start are errors */
function findings(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd }, (error, out, said) => {
      if (error !== null && (typeof error.code !== 'number' || error.code > 1)) reject(new Error(`${program}: ${out}${said}`));
      else resolve(out);
    });
  });
}

const lint = (paths: readonly string[], cwd: string): Promise<string> =>
  findings(actionlint, ['-no-color', '-oneline', '-shellcheck', 'shellcheck', ...paths], cwd);
const check = (paths: readonly string[], cwd: string): Promise<string> =>
  findings('shellcheck', ['--external-sources', '--format=gcc', '--source-path=SCRIPTDIR', ...paths], cwd);

test('actionlint has nothing to say about the workflows, and sees faults of workflows and of their scripts', async () => {
  const paths = (await treeFiles()).filter((path) => path.startsWith('.github/workflows/'));
  assert.ok(paths.length >= 3);
  assert.equal(await lint(paths, root), '');
  const faulty = `on: push
jobs:
  a:
    runs-on: ubuntu-24.04
    steps:
      - run: echo $HOME
      - run: echo '$${'{{ github.event.issue.title }}'}'
      - run: echo '$${'{{ steps.none.outputs.x }}'}'
`;
  await mkdir(join(folder, '.github', 'workflows'), { recursive: true });
  await writeFile(join(folder, '.github', 'workflows', 'a.yml'), faulty);
  const found = await lint(['.github/workflows/a.yml'], folder);
  assert.match(found, /:6:\d+: .*SC2086/);
  assert.match(found, /:7:\d+: .*potentially untrusted/);
  assert.match(found, /:8:\d+: .*"none" is not defined/);
});

test('shellcheck has nothing to say about scripts of workflows, nor about the action’s, and sees a fault', async () => {
  const paths = [...(await treeFiles()).filter((path) => /^(?:action|scripts)\/.*\.sh$/.test(path)), '.ci/run'];
  assert.ok(paths.length > 10);
  assert.equal(await check(paths, root), '');
  const steps = action.runs.steps.flatMap(({ run, shell }) => (run === undefined ? [] : [`#!/usr/bin/env ${shell}\n${run}\n`]));
  assert.ok(steps.length >= 5);
  for (const [i, step] of steps.entries()) await writeFile(join(folder, `${i}.sh`), step);
  assert.equal(
    await check(
      steps.map((_, i) => `${i}.sh`),
      folder,
    ),
    '',
  );
  await writeFile(join(folder, 'faulty.sh'), '#!/usr/bin/env bash\nrm -r $1\n');
  assert.match(await check(['faulty.sh'], folder), /^faulty\.sh:2:7: note: .*SC2086/m);
});

test('the action has what GitHub asks of a composite one', () => {
  assert.equal(action.runs.using, 'composite');
  for (const step of action.runs.steps) {
    assert.equal(step.run !== undefined, step.shell === 'bash', step.name);
    assert.notEqual(step.run === undefined, step.uses === undefined, step.name);
  }
  const known = new Set([...Object.keys(action.inputs).map((name) => `inputs.${name}`), 'github.token', 'github.base_ref', 'runner.temp']);
  const ids = action.runs.steps.flatMap(({ id }) => id ?? []);
  const text = JSON.stringify(action);
  const named = [...text.matchAll(/\b(?:inputs|github|runner|steps)\.[a-z][\w.-]*/g)].map(([name]) => name);
  assert.ok(named.length > 20 && actionFolder !== '');
  assert.deepEqual(
    named.filter(
      (name) => !known.has(name) && !ids.some((id) => name.startsWith(`steps.${id}.outputs.`)) && !name.startsWith('github.mjs'),
    ),
    [],
  );
  assert.deepEqual(
    Object.keys(action.inputs).filter((name) => !named.includes(`inputs.${name}`)),
    [],
    'unused inputs',
  );
});
