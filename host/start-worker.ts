import { type ResourceLimits, Worker } from 'node:worker_threads';
import { messageOf } from '../core/errors.ts';
import { guarded } from '../core/guarded.ts';

/** A started thread or process that messages go to. */
export interface StartedProgram {
  postMessage(message: object, moved: readonly ArrayBuffer[]): void;
  terminate(): Promise<unknown>;
  ref(): void;
  unref(): void;
}

export interface WorkerEvents<Message> {
  heard(message: Message): void;
  /** May be called more than once. @param why as in “The thread has ended: …” */
  ended(why: string): void;
}

export function startWorker<Message>(
  program: URL,
  resourceLimits: ResourceLimits,
  { heard, ended }: WorkerEvents<Message>,
): StartedProgram {
  const worker = new Worker(program, { resourceLimits });
  const failed = (error: unknown): void => ended(`Laglens made a mistake: ${messageOf(error)}`);
  worker.on('message', guarded(heard, failed));
  // An error overtakes earlier answers; the exit follows all of them.
  let why: string | undefined;
  const noted = (error: unknown): void => {
    why = messageOf(error);
  };
  worker.on('error', guarded(noted, failed));
  worker.on(
    'exit',
    guarded((code: number) => ended(why ?? `it ended with code ${code}`), failed),
  );
  return {
    postMessage: (message, moved) => worker.postMessage(message, [...moved]),
    terminate: () => worker.terminate(),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}
