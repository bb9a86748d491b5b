import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { DEFAULT_LIMITS } from '../../core/analysis/lags/app-limits.ts';
import { BASELINE_VERSION, type Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import { readSession } from '../../core/session/file/reader.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { SHARED_ELEMENTS, type ShareKind } from '../../protocol/page-protocol.ts';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { MemoryFile, sourceOf } from '../../tests/core/memory-session.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { nameOf, ScriptedPhone } from '../../tests/core/scripted-phone.ts';
import { clipboard, person, useShareWindow } from '../../tests/extension/share-window.ts';
import { silentLog } from '../../tests/extension/silent-log.ts';
import type { PageSource } from '../page/page-source.ts';

useShareWindow();

const SERIAL = '3A021JEKB05678';
const DEVICE = 'Anna’s Pixel';
const HOME = '/home/anna';
const WORKSPACE = `${HOME}/dev/shop`;
const SOURCE = `${WORKSPACE}/app/src/main/java/com/example/shop/ImageDecoder.java`;

/** Says who recorded it wherever a session can. */
const recorded: readonly Message[] = [
  ...scriptedApp([idle(50 * ms), message(300 * ms, 'com.example.shop.ImageDecoder.decode:20'), idle(500 * ms)]).map(
    (each): Message => (each.type === 'process' ? { ...each, device: DEVICE, serial: SERIAL } : each),
  ),
  { type: 'log', level: 1, text: `${DEVICE} (${SERIAL}) loads ${HOME}/.gradle/shop.jar and ${WORKSPACE}/app/build/shop.apk` },
];

/** As the recording holds each: a phone's serial, the name of its owner, the home, and with it the user. */
const secrets = [SERIAL, DEVICE, HOME, 'anna', 'Anna'];

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens share '));
  await mkdir(join(folder, 'dist'));
  for (const part of ['webview.css', 'shared-page.css', 'shared-page.js', 'webview.js']) await writeFile(join(folder, 'dist', part), '');
  Object.assign(person, { workspace: WORKSPACE, sources: [SOURCE] });
});
after(() => rm(folder, { recursive: true }));

/** The written file, with this row of the sheet chosen in addition to the default. */
async function shared(kind: ShareKind, alsoChosen = ''): Promise<Buffer> {
  await share(kind, { alsoChosen });
  return readFile(person.target);
}

/** @param isFromElsewhere the session was not recorded here */
async function share(
  kind: ShareKind,
  {
    alsoChosen = '',
    isFromElsewhere = false,
    messages = recorded,
    isCancelled = false,
    baseline,
  }: { alsoChosen?: string; isFromElsewhere?: boolean; messages?: readonly Message[]; isCancelled?: boolean; baseline?: Baseline },
): Promise<void> {
  const { Share } = await import('./share.ts');
  const { TargetFolder } = await import('./target-folder.ts');
  const { TextDocuments } = await import('./text-document.ts');
  const { SourceFinder } = await import('../sources/source-finder.ts');
  const { Uri } = await import('vscode');
  const memory = { keys: () => [], get: <T>(_key: string, other?: T) => other, update: async () => undefined };
  const share = new Share({
    extension: Uri.file(folder),
    finder: new SourceFinder(memory, silentLog),
    documents: new TextDocuments([]),
    folder: new TargetFolder(memory, folder),
    version: '1.2.3',
    baseline: async () => baseline,
    thresholdUs: () => 100 * ms,
    limits: () => DEFAULT_LIMITS,
    appClasses: async () => ({ packages: ['com.example.shop', 'com.acme.merger', 'com.example.shop.secret'], prefixes: ['com.acme'] }),
  });
  const source: PageSource = {
    thresholdUs: 100 * ms,
    about: { session: 'mine', title: 'mine', live: false, keepsNames: !isFromElsewhere },
    phase: { phase: 'recorded', detail: '' },
    warnings: [],
    onDidChange: () => ({ dispose: () => undefined }),
    stream: async function* () {},
    snapshot: async function* () {
      yield messages;
      if (isCancelled) person.cancel();
    },
    save: async () => undefined,
  };
  Object.assign(person, { alsoChosen, target: join(folder, `shared ${kind}`) });
  await share.share(source, kind, { view: undefined });
}

function elementOf(html: string, id: string): string {
  const [, text] = new RegExp(`<script type="[^"]*" id="${id}">([^<]*)</script>`).exec(html) ?? [];
  return text ?? assert.fail(`The page has no ${id}.`);
}

/** All messages of a session file, as text. */
async function messagesText(bytes: Uint8Array): Promise<string> {
  const messages: Message[] = [];
  for await (const chunk of readSession(sourceOf(bytes), new MemoryFile())) messages.push(...new Decoder().push(chunk));
  assert.ok(messages.length >= recorded.length, 'nothing but words is left out');
  return JSON.stringify(messages);
}

/** Of a page all but its session, whose base64 could hold any word by chance. */
function aroundSession(html: string): string {
  return html.replace(elementOf(html, SHARED_ELEMENTS.session), '');
}

function secretsIn(text: string): readonly string[] {
  return secrets.filter((secret) => text.includes(secret));
}

test('a page that is shared as the sheet stands holds nothing of who recorded it, inside of its session as outside', async () => {
  const html = (await shared('page')).toString();
  assert.deepEqual(secretsIn(aroundSession(html)), []);
  const session = await messagesText(Buffer.from(elementOf(html, SHARED_ELEMENTS.session), 'base64'));
  assert.deepEqual(secretsIn(session), []);
  assert.match(session, /loads ~\/\.gradle\/shop\.jar and shop\/app\/build\/shop\.apk/);
  assert.deepEqual(JSON.parse(elementOf(html, SHARED_ELEMENTS.facts)).places, {});
});

test('so does a session file', async () => {
  assert.deepEqual(secretsIn(await messagesText(await shared('file'))), []);
});

test('a page with links has the paths of the sources that were found, and in its session no more than without', async () => {
  const html = (await shared('page', 'Allow links into VS Code')).toString();
  const places: unknown = JSON.parse(elementOf(html, SHARED_ELEMENTS.facts)).places;
  assert.deepEqual(places, { 'com.example.shop.ImageDecoder ImageDecoder.java': SOURCE });
  assert.deepEqual(secretsIn(aroundSession(html).replaceAll(SOURCE, '')), []);
  assert.deepEqual(secretsIn(await messagesText(Buffer.from(elementOf(html, SHARED_ELEMENTS.session), 'base64'))), []);
});

test('a page holds the packages of its session alone, not what else somebody works on', async () => {
  const facts: { appClasses: unknown } = JSON.parse(elementOf((await shared('page')).toString(), SHARED_ELEMENTS.facts));
  assert.deepEqual(facts.appClasses, { packages: ['com.example.shop'], prefixes: [] });
});

describe('the comparison in a page', () => {
  const decode = 'com.example.shop.ImageDecoder.decode';
  const before: Baseline = {
    version: BASELINE_VERSION,
    title: `${DEVICE} before`,
    session: `${HOME}/sessions/before.laglens`,
    app: 'com.example.shop',
    untilUs: 9_000 * ms,
    recordedMs: 0,
    observedUs: 9_000 * ms,
    thresholdUs: 100 * ms,
    groups: [
      { key: `main|${decode}`, label: 'ImageDecoder.decode', kind: 'message', durationsUs: [250 * ms] },
      { key: `main|${WORKSPACE}/a.cpp|waits ${HOME}/b.db`, label: `open ${HOME}/b.db`, kind: 'message', durationsUs: [110 * ms] },
    ],
    threads: [
      {
        name: `main ${SERIAL}`,
        tree: { names: ['', `${HOME}/a.cpp`], parent: [0, 0], name: [0, 1], selfUs: [0, 9], busyUs: [0, 9], blockedUs: [0, 0] },
      },
    ],
  };

  async function comparedIn(baseline: Baseline): Promise<unknown> {
    await share('page', { baseline });
    const html = await readFile(person.target, 'utf8');
    assert.deepEqual(secretsIn(aroundSession(html)), []);
    const { baseline: packed }: { baseline?: string } = JSON.parse(elementOf(html, SHARED_ELEMENTS.facts));
    return packed && JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString());
  }

  test('has all verdicts and nothing of who recorded', async () => {
    const [decodes, waits] = before.groups;
    const [thread] = before.threads;
    assert.deepEqual(await comparedIn(before), {
      ...before,
      title: ' before',
      session: '',
      groups: [decodes, { ...waits, key: 'main|shop/a.cpp|waits ~/b.db', label: 'open ~/b.db' }],
      threads: [{ name: 'main ', tree: { ...thread?.tree, names: ['', '~/a.cpp'] } }],
    });
  });

  test('is left out with a word if it is too large', async () => {
    person.notes = [];
    const groups = Array.from({ length: 9_000 }, (_, index) => ({
      key: createHash('sha256').update(String(index)).digest('base64'),
      label: '',
      kind: 'message' as const,
      durationsUs: [index],
    }));
    assert.equal(await comparedIn({ ...before, groups }), undefined);
    assert.match(person.notes.join(), /The comparison with the baseline is not in the page\./);
  });
});

/** The clipboard after Copy as Markdown; with `alsoChosen`, after its options. */
async function copied(options: Parameters<typeof share>[1] = {}): Promise<string> {
  Object.assign(clipboard, { text: '', texts: [] });
  Object.assign(person, { asked: [], notes: [], presses: options.alsoChosen === undefined ? '' : 'Options…' });
  await share('markdown', options);
  return clipboard.text;
}

test('Markdown is copied at once, and holds nothing of who recorded it; what it holds is chosen after that', async () => {
  const text = await copied();
  assert.match(text, /One|1 lag longer than 100 ms/);
  assert.match(text, /ImageDecoder/);
  assert.deepEqual(secretsIn(text), []);
  assert.equal(person.asked.length, 0);
  assert.deepEqual(person.notes, [
    'Copied as Markdown. With lines of your sources; without serial numbers, device names and user names. | Options…',
  ]);
  // As the sheet stands.
  assert.equal(await copied({ alsoChosen: '' }), text);
  assert.deepEqual(
    person.asked.map((row) => row.split(': ')[1]),
    ['true', 'true', 'true', 'true'],
  );
  assert.deepEqual(clipboard.texts, [text, text]);
  person.givesUp = true;
  await copied({ alsoChosen: '' });
  person.givesUp = false;
  assert.deepEqual(clipboard.texts, [text]);
});

describe('lines of sources in Markdown', () => {
  const CODE = 'Copy lines of your sources';
  let workspace: string;
  let outside: string;
  const at = (name: string): string => join(workspace, name);
  before(async () => {
    workspace = await mkdtemp(join(tmpdir(), 'laglens lines '));
    outside = await mkdtemp(join(tmpdir(), 'laglens outside '));
    await mkdir(at('com/example/shop'), { recursive: true });
    const twenty = (word: string): string => Array.from({ length: 30 }, (_, line) => `${word} ${line + 1}`).join('\n');
    await writeFile(at('com/example/shop/ImageDecoder.java'), twenty('own'));
    await writeFile(at('.env'), twenty('secret'));
    await writeFile(at('Cart.cpp'), twenty('cart'));
    await writeFile(join(outside, 'Keys.cpp'), twenty('secret'));
    await symlink(join(outside, 'Keys.cpp'), at('Keys.cpp'));
    await symlink(at('.env'), at('Env.cpp'));
    Object.assign(person, {
      workspace,
      sources: ['com/example/shop/ImageDecoder.java', '.env', 'Cart.cpp', 'Keys.cpp', 'Env.cpp'].map(at),
    });
  });
  after(async () => {
    Object.assign(person, { workspace: WORKSPACE, sources: [SOURCE] });
    await rm(workspace, { recursive: true });
    await rm(outside, { recursive: true });
  });

  test('go along with a session of this computer, and with one from elsewhere only when they are chosen', async () => {
    assert.match(await copied(), /own 20/);
    assert.doesNotMatch(await copied({ isFromElsewhere: true }), /own 20/);
    assert.deepEqual(person.notes, ['Copied as Markdown. Without serial numbers, device names and user names. | Options…']);
    assert.match(await copied({ isFromElsewhere: true, alsoChosen: CODE }), /own 20/);
  });

  for (const [name, isCopied] of [
    ['Cart.cpp', true],
    ['.env', false],
    ['Keys.cpp', false],
    ['Env.cpp', false],
  ] as const) {
    test(`are ${isCopied ? '' : 'not '}those of ${name}, whose path a session names`, async () => {
      const phone = new ScriptedPhone();
      phone.turn(300_000, ['Shop 5', 'Cart 9']);
      const messages = [...phone.messages, nameOf('Cart 9', 'total', at(name), 20)];
      const text = await copied({ messages, alsoChosen: CODE });
      assert.match(text, /total/);
      assert.equal(/(?:cart|secret) 20/.test(text), isCopied);
      assert.doesNotMatch(text, /secret/);
    });
  }
});

test('what is compared with is in the recording', () => {
  assert.deepEqual(secretsIn(JSON.stringify(recorded)), secrets);
});

test('a session file whose writing is cancelled leaves the file that stood there', async () => {
  const target = join(folder, 'shared file');
  await writeFile(target, 'an earlier one');
  await assert.rejects(share('file', { isCancelled: true }), { name: 'AbortError' });
  assert.equal(await readFile(target, 'utf8'), 'an earlier one');
});
