import { AskedThread } from '../../../host/asked-thread.ts';
import type { OpenFiles } from '../../page/open-files.ts';
import { sessionProgram } from '../../thread/program.ts';
import type { InRoom } from '../../thread/rooms.ts';
import type { FactsAnswers, HeldFactsAnswers } from './facts-answers.ts';
import type { ReadBaseline, WantedBaseline } from './read-baseline.ts';

/** V8 heap of the thread, which holds a whole session. */
const MEMORY_MB = 512;

/**
 * Makes a baseline of a session file: in the thread of an open file, else in one of its own. Undefined if cancelled.
 * @throws LaglensError if it cannot be read
 */
export async function baselineOfFile(wanted: WantedBaseline, open: OpenFiles, signal: AbortSignal): Promise<ReadBaseline | undefined> {
  const file = await open.at(wanted.path);
  const held = await file?.ask<InRoom<'facts', HeldFactsAnswers>, 'facts.heldBaseline'>(
    'facts.heldBaseline',
    (question) => [question, wanted],
    signal,
  );
  return held ?? readInThread(wanted, signal);
}

async function readInThread(wanted: WantedBaseline, signal: AbortSignal): Promise<ReadBaseline | undefined> {
  if (signal.aborted) return undefined;
  const thread = new AskedThread<InRoom<'facts', FactsAnswers>>({
    program: sessionProgram(),
    task: 'reads a baseline',
    memoryMb: MEMORY_MB,
  });
  const end = (): void => thread.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await thread.ask('facts.baseline', [wanted]);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    thread.close();
  }
}
