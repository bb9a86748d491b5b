import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { SessionLibrary } from '../../host/capture/library.ts';
import { rows, usePickWindow } from '../../tests/extension/pick-window.ts';
import { Uri } from '../../tests/extension/vscode-values.ts';

usePickWindow();
const { pickSession } = await import('./pick-session.ts');

const purpose = { title: 'Compare', placeholder: '' };

/** Files as captures name them, the newest last. */
async function library(t: TestContext, ...names: readonly string[]): Promise<SessionLibrary> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-pick-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [at, name] of names.entries()) {
    await writeFile(join(folder, `${name}.laglens`), '');
    await utimes(join(folder, `${name}.laglens`), 1_000 + at, 1_000 + at);
  }
  return new SessionLibrary(folder);
}

/** Of facts only what a list needs that knows none. */
const facts: Parameters<typeof pickSession>[0]['facts'] = Object.assign(Object.create(null), {
  known: async () => undefined,
  want: () => undefined,
  onDidChange: () => ({ dispose: () => undefined }),
});
const report = (error: unknown): void => assert.fail(String(error));

test('Enter in “Compare…” takes the session of the same app before this one; several sessions are chosen last', async (t) => {
  const own = '2026-03-05_09-00-00_com.example.shop';
  const before = '2026-03-03_09-00-00_com.example.shop';
  const stored = await library(
    t,
    '2026-03-01_09-00-00_com.example.shop',
    before,
    '2026-03-04_09-00-00_com.example.news',
    own,
    '2026-03-06_09-00-00_com.example.shop',
  );
  const comparedTo = join(stored.folder, `${own}.laglens`);
  const picked = await pickSession({ library: stored, facts, report }, { ...purpose, comparedTo, offersSeveral: true });
  assert.equal(String(picked), String(Uri.file(`${join(stored.folder, before)}.laglens`)));
  assert.deepEqual(
    rows.map(({ label }) => /shop|news|Browse|Several|Version/.exec(label)?.[0]),
    ['shop', 'shop', 'news', 'shop', 'Browse', 'Several', 'Version'],
  );
});

test('an app’s first session is compared with its newest, another app’s with the newest of all', async (t) => {
  const [first, newer, newest, other] = ['01_com.a', '02_com.a', '03_com.a', '04_com.b'].map(
    (name) => `2026-03-${name.replace('_', '_09-00-00_')}`,
  );
  const stored = await library(t, String(first), String(newer), String(newest), String(other));
  const pick = async (name: string | undefined): Promise<string> =>
    String(await pickSession({ library: stored, facts, report }, { ...purpose, comparedTo: join(stored.folder, `${name}.laglens`) }));
  assert.ok((await pick(first)).endsWith(`${newest}.laglens`));
  assert.ok((await pick(other)).endsWith(`${newest}.laglens`));
  assert.ok((await pick('elsewhere')).endsWith(`${other}.laglens`));
});
