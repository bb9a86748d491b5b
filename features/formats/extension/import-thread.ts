import { sessionProgram } from '../../../extension/thread/program.ts';
import type { InRoom } from '../../../extension/thread/rooms.ts';
import { AskedThread } from '../../../host/asked-thread.ts';
import type { Conversion } from './conversion.ts';
import type { ImportAnswers, ImportAsker } from './import-answers.ts';

/** V8 heap of the thread: a JSON text at its bound, and what it says. */
const MEMORY_MB = 2_048;
/** Without a further percent of the file. */
const HANG_MS = 600_000;

/** A file, or an entry of it, as a session. */
export interface ConversionTask {
  readonly path: string;
  readonly entry: string | undefined;
  readonly output: string;
}

/**
 * Writes another tool's profile as a session in another thread.
 * @param read hears the percentage
 * @throws LaglensError if it cannot be read, or has ended the thread; the signal's reason
 */
export async function convertElsewhere(
  { path, entry, output }: ConversionTask,
  signal: AbortSignal,
  read: ImportAsker['read'],
  program = sessionProgram(),
): Promise<Conversion> {
  signal.throwIfAborted();
  const limits = { memoryMb: MEMORY_MB, hangMs: HANG_MS };
  const thread = new AskedThread<InRoom<'imports', ImportAnswers>>({ program, task: 'converts a profile', ...limits, answers: { read } });
  const end = (): void => thread.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await thread.ask('imports.convert', [path, output, entry]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    thread.close();
  }
}
