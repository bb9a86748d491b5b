import assert from 'node:assert/strict';
import { copyFile, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { before, test } from 'node:test';
import { DEFAULT_LIMITS } from '../../core/analysis/lags/app-limits.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { CostFacts } from '../../extension/heat/costs/cost-questions.ts';
import { OpenFiles } from '../../extension/page/open-files.ts';
import type { PageSource } from '../../extension/page/page-source.ts';
import { baselineOfFile } from '../../extension/sessions/facts/baseline-thread.ts';
import { FactsThread } from '../../extension/sessions/facts/facts-thread.ts';
import type { RecordedFacts } from '../../extension/sessions/facts/recorded-facts.ts';
import { idle, message, ms } from '../core/analyzed-app.ts';
import { scriptedApp } from '../core/scripted-app.ts';
import { openedSession } from './opened-session.ts';
import { clipboard, person, useShareWindow } from './share-window.ts';
import { silentLog } from './silent-log.ts';

useShareWindow();

const LAGS = 3;
const HOME = '/home/anna';
const DEVICE = 'Anna’s Pixel';
const SERIAL = '3A021JEKB05678';
const thresholdUs = 100 * ms;
const appClasses = { packages: [], prefixes: ['com.example.shop'] };
const settings = { thresholdUs, limits: DEFAULT_LIMITS };
const deeds = Array.from({ length: LAGS }, (_, lag) => [
  message((200 + 100 * lag) * ms, 'com.example.shop.Cart.total:12'),
  idle(300 * ms),
]).flat();
/** Names who recorded it. */
const recorded = scriptedApp([idle(500 * ms), ...deeds, idle(500 * ms)]).map(
  (each): Message =>
    each.type === 'process' ? { ...each, device: DEVICE, serial: SERIAL, version: `1.0 of ${DEVICE}, ${SERIAL}, ${HOME}/dev` } : each,
);
const none = new OpenFiles();

before(() => Object.assign(person, { workspace: `${HOME}/dev/shop`, sources: [] }));

async function costsOf(source: PageSource): Promise<CostFacts> {
  const { HeatSession } = await import('../../extension/heat/heat-session.ts');
  const heat = new HeatSession(source, (error) => assert.fail(`${error}`));
  await new Promise<void>((resolve, reject) => {
    heat.read(resolve).catch(reject);
  });
  await heat.update();
  const { facts } = heat;
  heat.dispose();
  return facts;
}

/** The clipboard after *Copy as Markdown*. */
async function markdownOf(source: PageSource): Promise<string> {
  const { Share } = await import('../../extension/share/share.ts');
  const { TargetFolder } = await import('../../extension/share/target-folder.ts');
  const { TextDocuments } = await import('../../extension/share/text-document.ts');
  const { SourceFinder } = await import('../../extension/sources/source-finder.ts');
  const { Uri } = await import('vscode');
  const memory = { keys: () => [], get: <T>(_key: string, other?: T) => other, update: async () => undefined };
  const share = new Share({
    ...{ extension: Uri.file(tmpdir()), finder: new SourceFinder(memory, silentLog), documents: new TextDocuments([]) },
    ...{ folder: new TargetFolder(memory, tmpdir()), version: '1.2.3', baseline: async () => undefined },
    ...{ thresholdUs: () => thresholdUs, limits: () => DEFAULT_LIMITS, appClasses: async () => appClasses },
  });
  await share.share(source, 'markdown', { view: undefined });
  return clipboard.text;
}

async function factsOf(files: OpenFiles, path: string): Promise<RecordedFacts> {
  const thread = new FactsThread(files);
  try {
    return await thread.read(path, settings);
  } finally {
    thread.close();
  }
}

function baselineOf(files: OpenFiles, path: string): ReturnType<typeof baselineOfFile> {
  const wanted = { path, title: 'mine', session: 'mine', ...settings, appClasses, run: undefined };
  return baselineOfFile(wanted, files, new AbortController().signal);
}

test('an open file is decoded once for names, costs, facts, baseline and Markdown, with the same results', async () => {
  await using opened = await openedSession(recorded, appClasses);
  const { session, files, path, copy } = opened;
  await opened.spoil();
  assert.equal((await costsOf(session)).lags, LAGS);
  assert.equal((await costsOf(session)).lags, LAGS, 'wanted again');
  const facts = await factsOf(files, path);
  assert.equal(facts.kind === 'read' && facts.facts.lags, LAGS);
  assert.deepEqual(facts, await factsOf(none, copy));
  const baseline = await baselineOf(files, path);
  assert.ok(baseline !== undefined && 'baseline' in baseline && baseline.baseline.groups[0]?.key === 'main|com.example.shop.Cart.total');
  assert.deepEqual(baseline, await baselineOf(none, copy));
  assert.match(await markdownOf(session), /^3 lags longer than 100 ms/m);
  assert.equal(opened.takenBytes(), opened.rawBytes, 'bytes of the file that were decoded');
});

test('Markdown of an open file is what the decoded messages without who recorded it give', async () => {
  await using opened = await openedSession(recorded, appClasses);
  const { session } = opened;
  const { about, warnings, phase, onDidChange } = session;
  const messages: PageSource = {
    ...{ thresholdUs, about, warnings, phase, onDidChange },
    stream: async function* () {},
    snapshot: async function* () {
      yield recorded;
    },
    save: async () => undefined,
  };
  const expected = await markdownOf(messages);
  await opened.spoil();
  const text = await markdownOf(session);
  assert.equal(text, expected);
  assert.match(text, /1\.0 of , , ~\/dev/);
  for (const secret of [DEVICE, SERIAL, HOME]) assert.ok(!text.includes(secret), secret);
});

test('a file that was changed since it is open, and one that is closed, are read', async () => {
  await using opened = await openedSession(recorded, appClasses);
  const { session, files, path, copy } = opened;
  await writeFile(path, 'PK no session');
  await utimes(path, new Date(5_000), new Date(5_000));
  assert.equal((await factsOf(files, path)).kind, 'unreadable');
  await copyFile(copy, path);
  session.dispose();
  assert.equal((await factsOf(files, path)).kind, 'read');
  await opened.spoil();
  assert.equal((await factsOf(files, path)).kind, 'unreadable');
});
