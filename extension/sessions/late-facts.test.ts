import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { StoredSession } from '../../host/capture/library.ts';
import { SessionLibrary } from '../../host/capture/library.ts';
import * as shown from '../../tests/extension/live-pick-window.ts';
import { EventEmitter, Uri } from '../../tests/extension/vscode-values.ts';

shown.useLivePickWindow();
const { pickSession } = await import('./pick-session.ts');

test('the session to compare with is active though its app was read last', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-late-'));
  t.after(() => rm(folder, { recursive: true }));
  const apps: Readonly<Record<string, string>> = { news: 'com.example.news', before: 'com.example.shop', own: 'com.example.shop' };
  for (const [at, name] of ['before', 'news', 'own'].entries()) {
    await writeFile(join(folder, `${name}.laglens`), '');
    await utimes(join(folder, `${name}.laglens`), 1_000 + at, 1_000 + at);
  }
  const facts = { version: '', device: '', startedMs: 0, lengthUs: 0, lags: 0, worstUs: 0 };
  let isRead = false;
  const changed = new EventEmitter<void>();
  const wanted = new EventEmitter<void>();
  const services: Parameters<typeof pickSession>[0]['facts'] = Object.assign(Object.create(null), {
    known: async ({ name }: StoredSession) => (isRead ? { kind: 'read', facts: { ...facts, app: apps[name] } } : undefined),
    want: () => wanted.fire(),
    onDidChange: changed.event,
  });
  const purpose = { title: 'Compare', placeholder: '', comparedTo: join(folder, 'own.laglens') };
  const rowsShown = (): Promise<void> => new Promise((resolve) => wanted.event(resolve));
  const report = (error: unknown): void => assert.fail(String(error));

  const first = rowsShown();
  const picked = pickSession({ library: new SessionLibrary(folder), facts: services, report }, purpose);
  await first;
  assert.match(String(shown.picker.activeLabel), /news/);
  isRead = true;
  const second = rowsShown();
  changed.fire();
  await second;
  shown.picker.showsRows();
  shown.picker.showsRows();
  shown.picker.accepted.fire();
  assert.equal(String(await picked), String(Uri.file(join(folder, 'before.laglens'))));
});
