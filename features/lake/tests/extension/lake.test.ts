import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { AppVersions } from '../../../../extension/sessions/app-versions.ts';
import { forget, person, seen, type Uri, useLakeWindow } from './lake-window.ts';

useLakeWindow();
const { chooseVersions } = await import('../../extension/choose-versions.ts');
const { chooseVersion } = await import('../../../../extension/sessions/baseline/choose-b.ts');
const { hasEngine } = await import('../../extension/engine.ts');
const { LakeThread } = await import('../../extension/lake-thread.ts');
const { openLag } = await import('../../extension/open-lag.ts');

let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens lake window '));
  person.workspace = join(folder, 'workspace');
  await mkdir(person.workspace);
});
after(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  forget();
  Object.assign(person, { picks: [], agrees: false });
});

/** Sessions of versions in the order of their first session; each began a day after the one before. */
function app(name: string, ...versions: readonly (readonly [string, number])[]): AppVersions {
  const all = versions.map(([version, count], day) => ({
    ...{ version, firstMs: day * 86_400_000 },
    paths: Array.from({ length: count }, (_, at) => `/${name} ${version} ${at}.laglens`),
  }));
  return { app: name, versions: all.toReversed() };
}

describe('versions to compare', () => {
  const chosenOf = (apps: readonly AppVersions[]) =>
    chooseVersions(apps, (error) => {
      throw error;
    });

  test('two of the only app are taken without a question, the later one is judged', async () => {
    const chosen = await chosenOf([app('shop', ['1.9', 3], ['1.10', 2]), app('tool', ['', 4])]);
    assert.deepEqual([chosen?.now.version, chosen?.before.version], ['1.10', '1.9']);
    assert.deepEqual([seen.rows, seen.informed], [[], []]);
  });

  test('more are offered, the latest two first', async () => {
    person.picks = [0, 0];
    const chosen = await chosenOf([app('shop', ['1', 3], ['2', 2], ['3', 1])]);
    assert.deepEqual([chosen?.now.version, chosen?.before.version], ['3', '2']);
    assert.deepEqual(
      seen.rows.map(({ label, description }) => `${label}: ${description}`),
      ['2: 2 sessions', '1: 3 sessions'],
    );
    // A version before the first comes last.
    person.picks = [2, 0];
    assert.equal((await chosenOf([app('shop', ['1', 3], ['2', 2], ['3', 1])]))?.before.version, '3');
    person.picks = [];
    assert.equal(await chosenOf([app('shop', ['1', 3], ['2', 2], ['3', 1])]), undefined);
  });

  test('several apps are asked for', async () => {
    person.picks = [1];
    const chosen = await chosenOf([app('shop', ['1', 1], ['2', 1]), app('tool', ['7', 1], ['8', 1])]);
    assert.deepEqual([chosen?.app, chosen?.now.version], ['tool', '8']);
  });

  test('too few are counted, and what is needed is said', async () => {
    assert.equal(await chosenOf([app('shop', ['1.0', 3]), app('tool', ['', 1])]), undefined);
    assert.deepEqual(seen.informed, [
      'Comparing versions needs sessions of two versions of one app. Stored: 3 sessions of shop 1.0, 1 session of tool without a version. ' +
        'Capture the other version, too; 5 sessions of each tell more than chance.',
    ]);
    await chosenOf([]);
    assert.equal(
      seen.informed.at(-1),
      'Comparing versions needs sessions of two versions of one app. No session is stored yet: capture both.',
    );
  });
});

describe('a version as side B', () => {
  type Services = Parameters<typeof chooseVersion>[0];

  /** Stored sessions as app and version, named by their place. */
  function stored(...sessions: readonly (readonly [string, string])[]): Services {
    const all = sessions.map(([name, version], at) => ({
      session: { path: `/${at}.laglens`, name: String(at), bytes: 1, modifiedMs: at, isPinned: false },
      recorded: {
        kind: 'read',
        facts: { app: name, version, device: '', startedMs: 1 + at, lengthUs: 1, lags: 0, worstUs: 0, frames: undefined },
      },
    }));
    const known = async ({ path }: { readonly path: string }) => all.find(({ session }) => session.path === path)?.recorded;
    return Object.assign(Object.create(null), {
      library: { sessions: async () => all.map(({ session }) => session) },
      facts: { known },
    });
  }

  test('is one of side A’s app, without its own session', async () => {
    person.picks = [1];
    const services = stored(['shop', '1'], ['shop', '1'], ['shop', '2'], ['tool', '7'], ['shop', '2']);
    assert.deepEqual(await chooseVersion(services, '/4.laglens'), { title: 'version 1 (2 sessions)', paths: ['/0.laglens', '/1.laglens'] });
    assert.deepEqual(
      seen.rows.map(({ label, description }) => `${label}: ${description}`),
      ['2: 1 session', '1: 2 sessions'],
    );
  });

  test('is missed if no other session of the app says its own', async () => {
    assert.equal(await chooseVersion(stored(['shop', '1'], ['shop', ''], ['tool', '7']), '/0.laglens'), undefined);
    assert.deepEqual(seen.informed, ['No other stored session of this app says its version.']);
  });
});

describe('a lag of a row', () => {
  const opened: string[] = [];
  const editors: Parameters<typeof openLag>[1] = Object.assign(Object.create(null), {
    open: async ({ fsPath }: Uri) => void opened.push(fsPath),
  });

  test('opens in the workspace and in own folders at once, elsewhere only after a question', async () => {
    const [inside, own, outside] = [join(person.workspace, 'a.laglens'), join(folder, 'own', 'b.laglens'), join(folder, 'c.laglens')];
    await mkdir(join(folder, 'own'));
    for (const path of [inside, own, outside]) await writeFile(path, '');
    for (const path of [inside, own]) await openLag({ path, lag: '1' }, editors, [join(folder, 'own')]);
    assert.deepEqual([opened.splice(0), seen.questions], [[inside, own], []]);
    for (const path of [outside, join(person.workspace, '..', 'c.laglens'), `${person.workspace}/../c.laglens`])
      await openLag({ path, lag: '1' }, editors, [join(folder, 'own')]);
    assert.deepEqual(opened.splice(0), []);
    assert.equal(seen.questions.length, 3);
    assert.ok(seen.questions[0]?.endsWith(`Outside this workspace: ${outside}`), seen.questions[0]);
    person.agrees = true;
    await openLag({ path: outside, lag: '1' }, editors, []);
    assert.deepEqual(opened, [outside]);
  });

  test('of another computer is not asked for', async () => {
    await assert.rejects(openLag({ path: '//server/share/x.laglens', lag: '1' }, editors, []), { code: 'session-not-found' });
    assert.deepEqual(seen.questions, []);
  });
});

describe('DuckDB that is missing', () => {
  const { XDG_CACHE_HOME } = process.env;
  let thread = new LakeThread();
  beforeEach(async () => {
    process.env.XDG_CACHE_HOME = await mkdtemp(join(folder, 'cache '));
    thread = new LakeThread();
  });
  after(() => {
    thread.close();
    if (XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = XDG_CACHE_HOME;
  });

  /** npm's result, as far as the thread needs it. */
  async function writePackage(args: readonly string[]): Promise<number> {
    const place = join(args[args.indexOf('--prefix') + 1] ?? '', 'node_modules', '@duckdb', 'node-api');
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'index.js'), 'module.exports = {};');
    return 0;
  }

  test('is downloaded after a question that names its size and use, then the same thread has it', async () => {
    person.agrees = true;
    person.installs = (_, args) => writePackage(args);
    assert.equal(await hasEngine(thread), true);
    assert.match(
      seen.questions.join(),
      /DuckDB\. Download \d\d MB\?\nIt adds up the lags .*on this computer\. npm downloads it once from your registry into .*cache/,
    );
    assert.equal(seen.reveals, 'only failures');
    const [[program, ...args] = []] = seen.commands;
    assert.equal(program, 'npm');
    assert.ok(args[0] === 'ci' && args.includes('--ignore-scripts'), args.join(' '));
    forget();
    assert.equal(await hasEngine(thread), true);
    assert.deepEqual([seen.questions, seen.commands], [[], []]);
    thread.close();
  });

  test('is not installed if the user declines', async () => {
    assert.equal(await hasEngine(thread), false);
    assert.deepEqual([seen.questions.length, seen.commands], [1, []]);
    thread.close();
  });

  test('ends quietly once cancelled, with the next step after npm’s failure, and with an error if npm brought nothing', async () => {
    person.agrees = true;
    person.installs = async () => undefined;
    assert.equal(await hasEngine(thread), false);
    person.installs = async () => 1;
    await assert.rejects(hasEngine(thread), {
      code: 'engine-missing',
      action: 'retry',
      next: /^Install Node\.js with npm if it is missing/,
    });
    person.installs = async () => 0;
    await assert.rejects(hasEngine(thread), { code: 'engine-missing' });
    thread.close();
  });
});
