import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { LaglensError, messageOf } from '../../core/errors.ts';
import { copySession } from '../../core/session/copy.ts';
import { readSession } from '../../core/session/reader.ts';
import { SessionWriter } from '../../core/session/writer.ts';
import { Decoder } from '../../core/wire/codec.ts';
import { inflateDriver, SessionFile } from '../capture/session-file.ts';
import type { Builds } from './build-index.ts';
import type { SymbolRecord } from './name-records.ts';
import { SessionSymbols } from './session-symbols.ts';
import type { SymbolSource } from './symbol-thread.ts';

export interface SymbolicateOptions {
  readonly builds: Builds;
  readonly symbols: SymbolSource;
  readonly signal: AbortSignal;
  log(line: string): void;
}

/** What names are there for a recorded session. Rejects as `readSession` does, and with AbortError. */
export async function namesOfSession(path: string, { builds, symbols, signal, log }: SymbolicateOptions): Promise<readonly SymbolRecord[]> {
  const records: SymbolRecord[] = [];
  const names = new SessionSymbols({ builds, symbols, write: (some) => void records.push(...some), log, delayMs: 0 });
  const file = await SessionFile.open(path);
  try {
    for await (const chunk of readSession(file, inflateDriver)) {
      signal.throwIfAborted();
      for (const message of new Decoder().push(chunk)) names.follow(message);
    }
    names.begin();
    await Promise.race([names.settled(), aborted(signal)]);
    signal.throwIfAborted();
    return records;
  } finally {
    names.close();
    await file.close();
  }
}

/**
 * Copies a session with records behind all others. The copy is there when it is whole; it may take the session's own place.
 * @throws LaglensError `record-failed` when it can't be written
 */
export async function copyWithNames(path: string, output: string, added: readonly SymbolRecord[]): Promise<void> {
  const unfinished = `${output}.${randomUUID()}.part`;
  const file = await SessionFile.open(path);
  try {
    const handle = await open(unfinished, 'w', 0o600);
    try {
      const writer = new SessionWriter({
        deflate: (bytes) => deflateRawSync(bytes, { level: 6 }),
        write: async (bytes, offset) => {
          for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at, bytes.length - at, offset + at)).bytesWritten;
        },
      });
      await copySession(readSession(file, inflateDriver, Number.POSITIVE_INFINITY), writer, { added });
    } finally {
      await handle.close();
    }
    await rename(unfinished, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof LaglensError) throw error;
    throw new LaglensError({
      code: 'record-failed',
      message: `The session ${output} can't be written: ${messageOf(error)}.`,
      next: 'Name a file in a folder that is there and may be written.',
      cause: error,
    });
  } finally {
    await file.close();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
