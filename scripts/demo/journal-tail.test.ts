import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SessionStream } from '../../core/session/file/session-stream.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Journal } from '../../host/capture/journal.ts';
import { JournalTail } from './journal-tail.ts';

test('a journal is followed chunk by chunk, and each chunk is taken once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-tail-'));
  const path = join(folder, 'shop.laglens');
  const journal = await Journal.create({ path, onProblem: () => undefined, log: () => undefined });
  try {
    const stream = new SessionStream();
    const write = async (key: string): Promise<void> => {
      journal.writer.append(stream.record({ type: 'note', key, value: key.toUpperCase() }).bytes);
      await journal.flush();
    };
    const model = new SessionModel();
    const tail = new JournalTail(journal.path, model);
    await write('a');
    await tail.read();
    assert.deepEqual([...model.notes], [['a', 'A']]);
    const { version } = model;
    await tail.read();
    assert.equal(model.version, version);
    await write('b');
    await tail.read();
    assert.deepEqual([...model.notes.keys()], ['a', 'b']);
    assert.ok((await readFile(journal.path)).length > 0);
  } finally {
    await journal.discard();
    await rm(folder, { recursive: true });
  }
});
