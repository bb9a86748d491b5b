import { parentPort } from 'node:worker_threads';
import { importFile } from '../../host/formats/import-file.ts';
import { type Answers, type PeerMessage, ThreadPeer } from '../../host/thread-peer.ts';
import { type LakeQuestions, lakeAnswers } from '../lake/lake-answers.ts';

/** Questions to the thread. */
export interface ImportWorkerQuestions extends LakeQuestions {
  /** The import report; undefined for a file that is a session. */
  convert(path: string, output: string): string | undefined;
}

// The thread's end cancels it.
const answers: Answers<ImportWorkerQuestions> = {
  ...lakeAnswers,
  convert: (path, output) => importFile(path, output, new AbortController().signal),
};

// A thread, or a process whose parent may end first.
const post = (message: object): unknown => (parentPort === null ? process.send?.(message) : parentPort.postMessage(message));
const peer = new ThreadPeer<Record<never, never>>(post, answers);
(parentPort ?? process).on('message', (message: PeerMessage) => peer.heard(message));
if (parentPort === null) process.once('disconnect', () => process.exit());
