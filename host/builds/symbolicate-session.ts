import { LaglensError, messageOf } from '../../core/errors.ts';
import { copySession } from '../../core/session/copy/copy-session.ts';
import { readSession } from '../../core/session/file/reader.ts';
import { decodeInSteps } from '../../core/session/file/replay.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { phrase } from '../../core/text/phrase.ts';
import { sinkOf } from '../../core/wire/decoder.ts';
import { DraftFile } from '../capture/draft-file.ts';
import { replaceFile } from '../capture/place-file.ts';
import { inflateDriver, SessionFile } from '../session-file.ts';
import type { Builds } from './build-index.ts';
import type { SymbolRecord } from './name-records.ts';
import { SessionSymbols } from './session-symbols.ts';
import type { SymbolSource } from './symbol-thread.ts';

interface SymbolicateOptions {
  readonly builds: Builds;
  readonly symbols: SymbolSource;
  readonly signal: AbortSignal;
  log(line: string): void;
}

/** Names for a recorded session. Rejects like `readSession`, and with AbortError. */
export async function namesOfSession(path: string, { builds, symbols, signal, log }: SymbolicateOptions): Promise<readonly SymbolRecord[]> {
  const records: SymbolRecord[] = [];
  const names = new SessionSymbols({ builds, symbols, write: (some) => void records.push(...some), log, delayMs: 0 });
  const turns = new Turns(inflateDriver, signal);
  const follower = sinkOf((message) => names.follow(message));
  const file = await SessionFile.open(path);
  try {
    for await (const chunk of readSession(file, inflateDriver)) {
      await turns.run(decodeInSteps(chunk, follower));
      await turns.pause();
    }
    names.begin();
    await Promise.race([names.settled(), aborted(signal)]);
    signal.throwIfAborted();
    if (!records.some(({ type }) => type !== 'symbols')) for (const reason of reasonsOf(names, records)) log(reason);
    return records;
  } finally {
    names.close();
    await file.close();
  }
}

/**
 * Copies a session and appends records. The copy is synced before it gets its name and may replace the session. A damaged one stays, as unreadable parts would be lost. Gives the number of damaged places.
 * @throws LaglensError `session-damaged` or `record-failed`
 */
export async function copyWithNames(path: string, output: string, added: readonly SymbolRecord[]): Promise<number> {
  try {
    const { draft, damaged } = await draftWithNames(path, output, added);
    try {
      await replaceFile(draft.path, output);
    } finally {
      await draft.remove();
    }
    return damaged;
  } catch (error) {
    if (error instanceof LaglensError) throw error;
    throw new LaglensError({
      code: 'record-failed',
      message: phrase`The session ${output} can't be written: ${messageOf(error)}.`,
      next: phrase`Name a file in a folder that is there and may be written.`,
      cause: error,
    });
  }
}

/** Closes the session: Windows replaces no open file. */
async function draftWithNames(
  path: string,
  output: string,
  added: readonly SymbolRecord[],
): Promise<{ readonly draft: DraftFile; readonly damaged: number }> {
  const file = await SessionFile.open(path);
  try {
    let damaged = 0;
    const reader = readSession(file, inflateDriver, Number.POSITIVE_INFINITY);
    const draft = await DraftFile.write(output, async (writer) => {
      damaged = await copySession(reader, writer, { added, turns: inflateDriver });
      if (path === output && (damaged > 0 || reader.report.truncated)) throw notRewritten(path);
    });
    return { draft, damaged };
  } finally {
    await file.close();
  }
}

function notRewritten(path: string): LaglensError {
  return new LaglensError({
    code: 'session-damaged',
    message: phrase`The names that were found are not written into ${path}: parts of that file are damaged, and writing it again would drop them.`,
    next: phrase`The file stays as it is, and names are shown from local builds. Save a copy to keep names and what can be read.`,
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Why no name was found: never empty. */
function reasonsOf({ reasons }: SessionSymbols, records: readonly SymbolRecord[]): readonly string[] {
  const isSaid = records.some((record) => record.type === 'symbols' && record.why !== '');
  return reasons.length > 0 || isSaid ? reasons : ['The builds that were found name none of its functions.'];
}
