/** Run as a process of its own, so that its memory is its own: reads a session file as an editor does and says what it took. */
import { open } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { SessionModel } from '../../core/session/model.ts';
import { readSession } from '../../core/session/reader.ts';
import { applyChunk } from '../../core/session/replay.ts';

const [path = ''] = process.argv.slice(2);
const file = await open(path);
const source = {
  size: (await file.stat()).size,
  read: async (offset: number, length: number): Promise<Uint8Array> => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  },
};
const driver = { inflate: (stored: Uint8Array, rawLength: number) => inflateRawSync(stored, { maxOutputLength: Math.max(1, rawLength) }) };

const begin = performance.now();
const model = new SessionModel();
for await (const chunk of readSession(source, driver)) applyChunk(model, chunk);
const milliseconds = performance.now() - begin;
await file.close();
const samples = model.threads.reduce((sum, thread) => sum + thread.samples.length, 0);
process.stdout.write(JSON.stringify({ milliseconds, samples, megabytes: process.resourceUsage().maxRSS / 1_000 }));
