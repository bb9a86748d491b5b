import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { journalPath } from '../../host/capture/journal-name.ts';
import { SessionLibrary } from '../../host/capture/library.ts';
import { thisWriter } from '../../host/capture/writer-id.ts';
import { sessionFile, streamBytes } from '../../tests/core/memory-session.ts';
import { useShareWindow } from '../../tests/extension/share-window.ts';

useShareWindow();
const { StoredSessions } = await import('./stored-sessions.ts');

/** Linux gives no process a larger id: PID_MAX_LIMIT of the kernel's include/linux/threads.h. */
const NO_PROCESS = 4_194_305;

test('a recording of another window that is killed later is completed as soon as somebody asks, and once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-stored-'));
  t.after(() => rm(folder, { recursive: true }));
  const report = (error: unknown): void => assert.fail(String(error));
  // Recovery needs no facts.
  const stored = new StoredSessions(new SessionLibrary(folder), Object.create(null), report);
  await stored.recover();

  const { bytes } = await sessionFile([streamBytes([{ type: 'tick', atUs: 5, rounds: 1 }])], { finish: false });
  await writeFile(journalPath(join(folder, 'shop.laglens'), { ...(await thisWriter()), pid: NO_PROCESS }), bytes);
  await Promise.all([stored.recover(), stored.recover()]);
  assert.deepEqual(await readdir(folder), ['shop.laglens']);
});
