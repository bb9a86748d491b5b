import { AskedThread } from '../../../host/asked-thread.ts';
import { sessionProgram } from '../../thread/program.ts';
import type { InRoom } from '../../thread/rooms.ts';
import type { FactsAnswers } from './facts-answers.ts';
import type { ReadBaseline, WantedBaseline } from './read-baseline.ts';

/** V8 heap of the thread, which holds a whole session. */
const MEMORY_MB = 512;

/** Makes a baseline of a session file in another thread. Undefined if cancelled. @throws LaglensError if it cannot be read */
export async function baselineOfFile(wanted: WantedBaseline, signal: AbortSignal): Promise<ReadBaseline | undefined> {
  const thread = new AskedThread<InRoom<'facts', FactsAnswers>>({
    program: sessionProgram(),
    task: 'reads a baseline',
    memoryMb: MEMORY_MB,
  });
  const end = (): void => thread.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    return await thread.ask('facts.baseline', [wanted]);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    thread.close();
  }
}
