import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { fileHeader, SESSION_VERSION } from '../../core/session/file/file-layout.ts';
import { readSession } from '../../core/session/file/reader.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import type { PageRequest } from './page-requests.ts';

const editor = `data:text/javascript,
  export const l10n = { t: (text, ...values) => text.replace(/\\{(\\d)\\}/g, (_, at) => values[at]) };`;
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'vscode' ? { url: editor, shortCircuit: true } : next(specifier, context)),
});
const { failedMessage, PageRequests } = await import('./page-requests.ts');

function posted(): { readonly requests: InstanceType<typeof PageRequests>; readonly types: string[] } {
  const types: string[] = [];
  return { requests: new PageRequests((request: PageRequest) => void types.push(request.type)), types };
}

const showFunction = { type: 'showFunction', function: 'com.example.Cart.total' } as const;

test('a request waits until the page can do it, and is posted once', () => {
  const { requests, types } = posted();
  requests.send(showFunction);
  requests.send({ type: 'showSymbols' });
  requests.send({ type: 'setBaseline', run: undefined });
  assert.deepEqual(types, []);
  requests.reached('begun');
  assert.deepEqual(types, ['showSymbols']);
  requests.reached('loaded');
  requests.reached('loaded');
  assert.deepEqual(types, ['showSymbols', 'showFunction', 'setBaseline']);
  requests.send(showFunction);
  assert.equal(types.length, 4);
});

test('a page that is loaded again gets requests once it has begun again', () => {
  const { requests, types } = posted();
  requests.reached('loaded');
  requests.reached('loading');
  requests.send({ type: 'showLag', lag: '0:1:5000' });
  requests.send({ type: 'showLag', lag: '0:1:9000' });
  assert.deepEqual(types, []);
  requests.reached('begun');
  assert.deepEqual(types, ['showLag']);
});

test('nothing that was asked of a session is done with the next one', () => {
  const { requests, types } = posted();
  requests.send(showFunction);
  requests.clear();
  requests.reached('loaded');
  assert.deepEqual(types, []);
});

describe('a session that cannot be shown', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens broken sessions '));
  });
  after(() => rm(folder, { recursive: true }));

  /** Reads as the page's source does for a file, and gives the page's message. */
  async function messageFor(bytes: Uint8Array | undefined): Promise<ReturnType<typeof failedMessage>> {
    const path = join(folder, 'one.laglens');
    await rm(path, { force: true });
    if (bytes !== undefined) await writeFile(path, bytes);
    try {
      const file = await SessionFile.open(path);
      try {
        for await (const chunk of readSession(file, inflateDriver)) assert.fail(`a chunk of ${chunk.length} bytes`);
      } finally {
        await file.close();
      }
    } catch (error) {
      return failedMessage(error);
    }
    return assert.fail('It was read.');
  }

  const flipped = fileHeader();
  flipped[2] = (flipped[2] ?? 0) ^ 0x10;
  const cases: readonly (readonly [title: string, bytes: Uint8Array | undefined, text: RegExp, next: RegExp])[] = [
    ['is gone', undefined, /one\.laglens cannot be opened/, /Check the path/],
    ['is empty', new Uint8Array(0), /empty/, /Record again/],
    ['was cut in its first bytes', fileHeader().slice(0, 7), /no Laglens session/, /Choose a file/],
    ['has a flipped bit at its begin and nothing after it', flipped, /no Laglens session/, /Choose a file/],
    ['is of a newer Laglens', fileHeader(SESSION_VERSION + 1), /newer Laglens/, /Update Laglens/],
  ];
  for (const [title, bytes, text, next] of cases) {
    it(`because it ${title}: the page says why and what to do, without a code`, async () => {
      const message = await messageFor(bytes);
      assert.deepEqual(Object.keys(message), ['type', 'text', 'next']);
      assert.match(message.text, text);
      assert.match(message.next, next);
    });
  }

  it('because of something that was not foreseen: says what happened', () => {
    assert.deepEqual(failedMessage(new Error('disk on fire')), { type: 'failed', text: 'disk on fire', next: '' });
  });
});
