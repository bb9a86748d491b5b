import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { makingCommand } from '../../extension/lake/making-command.ts';
import { forget, person, seen, type Uri, useLakeWindow } from './lake-window.ts';

useLakeWindow();
const { chooseLake } = await import('../../extension/lake/choose-lake.ts');
const { hasEngine } = await import('../../extension/lake/engine.ts');
const { LakeThread } = await import('../../extension/lake/lake-thread.ts');
const { openLag } = await import('../../extension/lake/open-lag.ts');

let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens lake window '));
  person.workspace = join(folder, 'workspace');
  await mkdir(person.workspace);
});
after(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  forget();
  Object.assign(person, { chooses: '', agrees: false });
});

describe('a workspace without a lake', () => {
  const command = `laglens lake add fleet '/home/me/it'\\''s/sessions'`;

  test('says what a lake is, and shows the command that makes one', async () => {
    assert.equal(await chooseLake(undefined, `/home/me/it's/sessions`), undefined);
    assert.match(seen.placeHolder, /^A lake is a folder with the lags of many sessions\./);
    assert.equal(seen.rows.filter(({ detail }) => detail === command).length, 2);
    assert.deepEqual(seen.typed, []);
  });

  test('types the command, without running it', async () => {
    person.chooses = 'Make a Lake in a Terminal';
    assert.equal(await chooseLake(undefined, `/home/me/it's/sessions`), undefined);
    assert.deepEqual(seen.typed, [[command, false]]);
  });

  test('copies the command', async () => {
    person.chooses = 'Copy the Command That Makes a Lake';
    assert.equal(await chooseLake(undefined, `/home/me/it's/sessions`), undefined);
    assert.deepEqual([seen.copied, seen.typed], [command, []]);
  });

  test('presses no Enter in the terminal for a folder with line breaks', async () => {
    person.chooses = 'Make a Lake in a Terminal';
    await chooseLake(undefined, '/x\r\nrm -rf ~\n\u001b[200~\u0003');
    assert.doesNotMatch(seen.typed.flat().join(''), /\p{Cc}/u);
  });

  test('quotes for PowerShell on Windows', () => {
    assert.equal(makingCommand(`C:\\it's $HOME`, true), `laglens lake add fleet 'C:\\it''s $HOME'`);
  });
});

test('a lake that was chosen before is offered, and no making of another', async () => {
  const lake = join(folder, 'fleet');
  for (const name of ['sessions', 'manifests']) await mkdir(join(lake, name), { recursive: true });
  person.chooses = lake;
  assert.equal(await chooseLake(lake, '/sessions'), lake);
  assert.equal(seen.rows.length, 2);
});

describe('a lag of a lake’s row', () => {
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

  test('is installed in a terminal after a question, then the same thread has it', async () => {
    person.agrees = true;
    person.installs = (_, args) => writePackage(args);
    assert.equal(await hasEngine(thread), true);
    assert.match(seen.questions.join(), /DuckDB\. Install it with npm\?\nnpm downloads it from your registry into .*cache/);
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

  test('ends quietly with a closed terminal, with the next step after npm’s failure, and with an error if npm brought nothing', async () => {
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
