import assert from 'node:assert/strict';
import { LaglensError } from '../../../core/errors.ts';
import { copySession } from '../../../core/session/copy/copy-session.ts';
import { readSession, type SessionReport } from '../../../core/session/file/reader.ts';
import { SessionWriter } from '../../../core/session/file/writer.ts';
import { Decoder } from '../../../core/wire/decoder.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { MemoryFile, sessionFile, sourceOf } from '../../core/memory-session.ts';
import type { Door } from '../door.ts';
import { encoded, messageSeeds } from './messages-door.ts';
import { session } from './session-door.ts';

/** Recovery of a killed editor's journal: the result is a sound file with every sound chunk. */
export const journal: Door = {
  name: 'journal',
  seeds: async () => {
    const files = messageSeeds.map(async (messages) => {
      const pieces = encoded(messages);
      const parts = Array.from({ length: 8 }, (_, n) =>
        Buffer.concat(pieces.slice((n * pieces.length) / 8, ((n + 1) * pieces.length) / 8)),
      );
      return (await sessionFile(parts, { finish: false })).bytes;
    });
    return await Promise.all(files);
  },
  altered: (seed, random) => (random() < 0.5 ? seed.slice(0, random() * seed.length) : (session.altered?.(seed, random) ?? seed)),
  run: recover,
  refuses: (error) => error instanceof LaglensError && (error.code === 'session-unreadable' || error.code === 'session-newer'),
  most: (bytes) => 2_000_000 + 2_000 * bytes,
};

async function recover(bytes: Uint8Array): Promise<Readonly<SessionReport>> {
  const file = new MemoryFile();
  const reader = readSession(sourceOf(bytes), file);
  const damaged = await copySession(reader, new SessionWriter(file), { completes: true });
  const again = await readAll(file);
  const first = await readAll(Object.assign(new MemoryFile(), { bytes: new Uint8Array(bytes) }));
  assert.deepEqual([again.report.badChunks, again.report.truncated], [0, damaged > 0], 'the file can be read, and says what it lacks');
  assert.deepEqual(again.messages, first.messages, 'every message that could be read is in the copy');
  return reader.report;
}

interface Content {
  readonly report: Readonly<SessionReport>;
  readonly messages: readonly Message[];
}

/** Without clocks and repeated processes, which begin chunks: a copy has others. */
async function readAll(file: MemoryFile): Promise<Content> {
  const reader = readSession(sourceOf(file.bytes), file);
  const messages: Message[] = [];
  for await (const chunk of reader)
    messages.push(...new Decoder().push(chunk).filter(({ type }) => type !== 'clock' && type !== 'process'));
  return { report: reader.report, messages };
}
