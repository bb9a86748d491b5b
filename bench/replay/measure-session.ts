/** Reads a session file as an editor does, in its own process for its own memory. */
import { open } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import { readSession } from '../../core/session/file/reader.ts';
import { applyChunk } from '../../core/session/file/replay.ts';
import { SessionModel } from '../../core/session/model/model.ts';

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

const cpuBefore = process.cpuUsage();
const begin = performance.now();
const model = new SessionModel();
for await (const chunk of readSession(source, driver)) applyChunk(model, chunk);
const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass: (name) => name.startsWith('com.example.shop.') });
judge.update();
const milliseconds = performance.now() - begin;
const cpu = process.cpuUsage(cpuBefore);
const cpuMilliseconds = (cpu.user + cpu.system) / 1_000;
await file.close();
const samples = model.threads.reduce((sum, thread) => sum + thread.samples.length, 0);
process.stdout.write(
  JSON.stringify({ milliseconds, cpuMilliseconds, samples, lags: judge.lags.length, megabytes: process.resourceUsage().maxRSS / 1_000 }),
);
