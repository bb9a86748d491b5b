import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { marked } from 'marked';
import type { Message } from '../../core/wire/schema.ts';
import { buildTarball } from '../../scripts/setup/vsix.ts';
import { idle, message, ms } from '../core/analyzed-app.ts';
import { sessionBytes } from '../core/memory-session.ts';
import { scriptedApp } from '../core/scripted-app.ts';
import { root } from '../house/project-sources.ts';
import { type ActionFile, type ActionResult, readAction, runAction } from './composite-action.ts';
import { GithubStandIn } from './github-stand-in.ts';

/** Calls the checkout's command line, and keeps how it was called. */
const npx = `#!/usr/bin/env bash
printf '%s\\n' "$@" >"$NPX_LOG"
[ "$1 $2 $4 $5" = '--yes --package -- laglens' ] || exit 97
exec node '${join(root, 'cli', 'main.ts')}' "\${@:6}"
`;
const budget = { rules: [{ measure: 'p95', mostMs: 300 }] };
const PACKAGE = 'tools/laglens.tgz';
const shop = 'com.example.shop';

const log = (line: string): unknown => process.stderr.write(`${line}\n`);
let action: ActionFile;
let folder: string;
let runs = 0;

before(async () => {
  action = await readAction(log);
  folder = await mkdtemp(join(tmpdir(), 'laglens action '));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin', 'npx'), npx, { mode: 0o755 });
  await writeFile(join(folder, 'slow.laglens'), await sessionBytes(lags(600)));
  await writeFile(join(folder, 'fast.laglens'), await sessionBytes(lags(150)));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Twenty lags of one length, a second apart. */
function lags(lengthMs: number): readonly Message[] {
  const one = [idle((1_000 - lengthMs) * ms), message(lengthMs * ms, `${shop}.Cart.total:12`)];
  return scriptedApp([...Array.from({ length: 20 }, () => one).flat(), idle(1_000 * ms)]);
}

interface Situation {
  readonly github: GithubStandIn;
  readonly sessions: readonly ('slow' | 'fast')[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: object;
  readonly baseRef?: string;
  /** Captures in the base branch's artifact. */
  readonly kept?: readonly ('slow' | 'fast')[];
  readonly budget?: object;
  /** How the names of other actions begin that fail, between blanks. */
  readonly failing?: string;
  /** More of the environment; its PATH replaces the stand-in's. */
  readonly environment?: NodeJS.ProcessEnv;
}

interface Done extends ActionResult {
  readonly workspace: string;
  readonly used: readonly (readonly [name: string, values: Readonly<Record<string, string>>])[];
}

async function run({ github, sessions, inputs = {}, event = {}, baseRef = '', kept = [], ...more }: Situation): Promise<Done> {
  runs += 1;
  const workspace = join(folder, `job ${runs}`);
  const temp = join(folder, `temp ${runs}`);
  await mkdir(join(workspace, 'captures'), { recursive: true });
  for (const [i, name] of sessions.entries()) await copyFile(join(folder, `${name}.laglens`), join(workspace, 'captures', `${i}.laglens`));
  await writeFile(join(workspace, 'laglens.budget.json'), JSON.stringify(more.budget ?? budget));
  await writeFile(join(folder, 'event.json'), JSON.stringify(event));
  const used: [string, Readonly<Record<string, string>>][] = [];
  const url = await github.start();
  const result = await runAction(action, {
    workspace,
    temp,
    inputs: { sessions: 'captures/*.laglens', package: PACKAGE, token: 'secret', ...inputs },
    context: { 'github.base_ref': baseRef, 'github.token': 'usual' },
    environment: {
      PATH: [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
      NPX_LOG: join(workspace, 'npx.log'),
      GITHUB_API_URL: url,
      GITHUB_BASE_REF: baseRef,
      GITHUB_EVENT_PATH: join(folder, 'event.json'),
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_RUN_ID: '99',
      GITHUB_SERVER_URL: 'https://github.example',
      ...more.environment,
    },
    async use(name, values) {
      used.push([name.split('@')[0] ?? '', values]);
      if (more.failing?.split(' ').some((each) => name.startsWith(each)) === true) return false;
      if (!name.startsWith('actions/download-artifact@')) return true;
      await mkdir(join(values.path ?? '', 'captures'), { recursive: true });
      for (const each of kept) await copyFile(join(folder, `${each}.laglens`), join(values.path ?? '', 'captures', `${each}.laglens`));
      return true;
    },
  });
  return { ...result, workspace, used };
}

const usedNames = ({ used }: Done): readonly string[] => used.map(([name]) => name);
const artifact = (id: number, created_at: string, head_branch = 'main', head_repository_id = 1) => ({
  created_at,
  workflow_run: { id, head_branch, head_repository_id, repository_id: 1 },
});

test('a budget that holds passes, with summary, annotations’ file and kept captures; without a base branch nothing is compared', async () => {
  await using github = new GithubStandIn();
  const done = await run({ github, sessions: ['fast', 'fast'] });
  assert.deepEqual([done.code, done.failed, done.outputs.verdict, done.outputs.diff], [0, undefined, 'held', '']);
  assert.match(done.summary, /^# Laglens budget\n\nThe budget holds\./);
  assert.match(done.said, /No captures to compare with/);
  assert.deepEqual(github.requests, []);
  assert.deepEqual(usedNames(done), ['github/codeql-action/upload-sarif', 'actions/upload-artifact', 'actions/upload-artifact']);
  const sarif = JSON.parse(await readFile(done.outputs.sarif ?? '', 'utf8'));
  assert.equal(sarif.version, '2.1.0');
  assert.deepEqual(done.used[0]?.[1], { sarif_file: done.outputs.sarif, category: 'laglens-captures' });
  assert.deepEqual(done.used[1]?.[1], { name: 'laglens-captures', path: 'captures/*.laglens' });
  const call = (await readFile(join(done.workspace, 'npx.log'), 'utf8')).split('\n');
  assert.deepEqual(call.slice(0, 6), ['--yes', '--package', PACKAGE, '--', 'laglens', 'check']);
});

test('a broken budget fails at the end, after the comment with the differences from the base branch’s newest captures', async () => {
  await using github = new GithubStandIn();
  github.artifacts = [
    artifact(10, '2026-01-01T00:00:00Z'),
    artifact(12, '2026-03-01T00:00:00Z'),
    { ...artifact(13, '2026-04-01T00:00:00Z'), expired: true },
    artifact(14, '2026-05-01T00:00:00Z', 'other'),
    // A fork's branch of the same name.
    artifact(15, '2026-06-01T00:00:00Z', 'main', 2),
    artifact(16, '2026-07-01T00:00:00Z'),
  ];
  // From main into another branch.
  github.events.set('16', 'pull_request');
  const event = { pull_request: { number: 7 } };
  const done = await run({ github, sessions: ['slow'], event, baseRef: 'main', kept: ['fast'] });
  assert.deepEqual([done.failed, done.code, done.outputs.verdict], ['Give the verdict', 1, 'broken']);
  const [name, values] = done.used[0] ?? [];
  assert.deepEqual([name, values?.['run-id'], values?.['github-token']], ['actions/download-artifact', '12', 'secret']);
  assert.ok(github.requests.every((request) => request.endsWith(' Bearer secret')));
  assert.match(done.said, /^::error .*title=.*95th percentile/m);

  const [comment, ...others] = github.comments;
  assert.deepEqual(others, []);
  const html = await marked.parse(comment?.body ?? '');
  assert.match(html, /<h1>Laglens budget<\/h1>\s*<p>The budget is broken\.<\/p>\s*<table>/);
  assert.match(html, /<details>\s*<summary>Differences from the base branch<\/summary>/);
  assert.match(html, /<td[^>]*>worse<\/td>|>worse</);
  assert.match(html, /Cart\.total/);
  assert.match(await readFile(done.outputs['diff-html'] ?? '', 'utf8'), /^<!doctype html>/i);
  assert.match(done.summary, /Laglens budget[\s\S]*Cart\.total/);
});

test('a later run renews its comment, and leaves those of people and of other jobs', async () => {
  await using github = new GithubStandIn();
  const event = { pull_request: { number: 7 } };
  await using first = new GithubStandIn();
  await run({ github: first, sessions: ['slow'], event });
  const [{ body } = { body: '' }] = first.comments;
  const person = { id: 500, user: { type: 'User' }, body };
  const other = { id: 501, user: { type: 'Bot' }, body: body.replace('laglens-captures', 'other') };
  const many = Array.from({ length: 120 }, (_, id) => ({ id: 1_000 + id, user: { type: 'User' }, body: 'A remark' }));
  github.comments = [person, other, ...many, { id: 502, user: { type: 'Bot' }, body }];
  await run({ github, sessions: ['fast'], event });
  assert.equal(github.comments.length, 123);
  assert.deepEqual(
    github.comments.slice(0, 2),
    [person, other].map((each) => ({ ...each, body: each.body })),
  );
  assert.match(github.comments.at(-1)?.body ?? '', /The budget holds\./);
  assert.match(person.body, /The budget is broken\./);
});

test('a job that may neither comment nor read artifacts says so, and keeps its verdict', async () => {
  await using github = new GithubStandIn();
  github.refusal = 403;
  const done = await run({ github, sessions: ['fast'], event: { pull_request: { number: 7 } }, baseRef: 'main' });
  assert.equal(done.code, 0);
  assert.match(done.said, /^::warning title=Laglens::The base branch's captures were not found \(GET actions\/artifacts gave 403\)/m);
  assert.match(done.said, /^::warning title=Laglens::The comment was not written \(GET issues\/7\/comments gave 403\)/m);
});

test('a base branch’s artifact that is gone, and a refusal of code scanning, cost neither captures nor verdict', async () => {
  await using github = new GithubStandIn();
  github.artifacts = [artifact(10, '2026-01-01T00:00:00Z')];
  const failing = 'actions/download-artifact@ github/codeql-action/';
  const done = await run({ github, sessions: ['slow'], baseRef: 'main', failing });
  assert.deepEqual([done.failed, done.code, done.outputs.verdict], ['Give the verdict', 1, 'broken']);
  const uploads = ['actions/upload-artifact', 'actions/upload-artifact'];
  assert.deepEqual(usedNames(done), ['actions/download-artifact', 'github/codeql-action/upload-sarif', ...uploads]);
  await using other = new GithubStandIn();
  const lost = await run({ github: other, sessions: ['fast'], failing: 'actions/upload-artifact@' });
  assert.deepEqual([lost.failed, lost.code], ['Keep the captures', 1]);
});

test('given baselines are compared and judged with; comment and code scanning can be left out', async () => {
  await using github = new GithubStandIn();
  const relative = { rules: [{ measure: 'p95', mostMorePercent: 10 }] };
  const inputs = {
    sessions: 'captures/0.laglens',
    baseline: '\n  captures/1.laglens\n captures/[2-3].laglens \n',
    comment: 'false',
    sarif: 'false',
  };
  const event = { pull_request: { number: 7 } };
  const done = await run({ github, sessions: ['slow', 'fast', 'fast', 'fast'], inputs, event, baseRef: 'main', budget: relative });
  assert.deepEqual([done.failed, done.code], ['Give the verdict', 1]);
  assert.deepEqual([github.requests, usedNames(done)], [[], ['actions/upload-artifact', 'actions/upload-artifact']]);
  const call = (await readFile(join(done.workspace, 'npx.log'), 'utf8')).split('\n');
  assert.deepEqual(call.slice(5, 12), [
    'diff',
    'captures/1.laglens',
    'captures/0.laglens',
    '--before',
    'captures/2.laglens',
    '--before',
    'captures/3.laglens',
  ]);
});

test('a budget that cannot be judged fails with 2, unless that is to pass', async () => {
  await using github = new GithubStandIn();
  await using second = new GithubStandIn();
  const unknown = { rules: [{ measure: 'jank', mostPercent: 5 }] };
  const failed = await run({ github, sessions: ['fast'], budget: unknown });
  assert.deepEqual([failed.code, failed.outputs.verdict], [2, 'undecided']);
  const passed = await run({ github: second, sessions: ['fast'], budget: unknown, inputs: { undecided: 'pass' } });
  assert.deepEqual([passed.code, passed.outputs.verdict], [0, 'undecided']);
});

test('missing captures and unusable budgets fail with 2 whatever may pass, and the comment says where the reason is', async () => {
  for (const [sessions, mistaken] of [
    [[], budget],
    [['fast'], { rules: 'none' }],
  ] as const) {
    await using github = new GithubStandIn();
    const done = await run({ github, sessions, budget: mistaken, inputs: { undecided: 'pass' }, event: { pull_request: { number: 7 } } });
    assert.deepEqual([done.code, done.outputs.verdict, done.outputs.sarif], [2, 'error', '']);
    assert.ok(!usedNames(done).includes('github/codeql-action/upload-sarif'));
    assert.match(done.said, /^::error title=Laglens::The captures could not be judged \(exit code 2\)/m);
    assert.match(github.comments[0]?.body ?? '', /Not judged \(error\): \[the run\]\(https:\/\/github\.example\/o\/r\/actions\/runs\/99\)/);
  }
});

test('npx runs npm’s package from a file', async () => {
  await using github = new GithubStandIn();
  const tarball = await buildTarball(log);
  await mkdir(join(folder, `job ${runs + 1}`, 'tools'), { recursive: true });
  await copyFile(tarball, join(folder, `job ${runs + 1}`, PACKAGE));
  const environment = { PATH: process.env.PATH, HOME: folder, npm_config_cache: join(folder, 'npm'), npm_config_offline: 'true' };
  const done = await run({ github, sessions: ['slow'], environment });
  assert.deepEqual([done.code, done.outputs.verdict], [1, 'broken'], done.said);
});

test('inputs are data: neither a shell, an option nor the comment’s end can be given by them', async () => {
  await using github = new GithubStandIn();
  const attack = '$(touch pwned)`touch pwned`"; touch pwned; \'$HOME --> $' + '{{ github.token }}';
  const inputs = {
    sessions: `captures/*.laglens\n${attack}\n--json`,
    baseline: attack,
    artifact: attack,
    package: attack,
    undecided: attack,
    budget: attack,
  };
  const done = await run({ github, sessions: ['fast'], inputs, event: { pull_request: { number: 7 } } });
  assert.deepEqual([done.code, done.outputs.verdict], [2, 'error']);
  const call = (await readFile(join(done.workspace, 'npx.log'), 'utf8')).split('\n');
  assert.ok(call.includes(attack) && call.includes('./--json') && !call.includes('--json'));
  await assert.rejects(readFile(join(done.workspace, 'pwned')), { code: 'ENOENT' });
  assert.match(github.comments[0]?.body ?? '', /^<!-- laglens [^<>]* -->\n/);
  assert.equal((github.comments[0]?.body.match(/-->/g) ?? []).length, 1);
});
