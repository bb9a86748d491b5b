import { parentPort } from 'node:worker_threads';
import { SeveralProfiles } from '../../core/formats/containers/entry-choice.ts';
import { background } from '../../core/guarded.ts';
import { importFile } from '../../host/formats/import-file.ts';
import { type Answers, type PeerMessage, ThreadPeer } from '../../host/thread-peer.ts';
import { type LakeQuestions, lakeAnswers } from '../lake/lake-answers.ts';
import { type Conversion, offered } from './conversion.ts';

/** Questions to the thread. */
export interface ImportWorkerQuestions extends LakeQuestions {
  convert(path: string, output: string, entry: string | undefined): Conversion;
}

/** Answers of the thread that asks. */
export interface ImportAsker {
  /** The share of the file that is read; also shows that the thread does not hang. */
  read(percent: number): void;
  /** One more session is in the lake. */
  added(): void;
}

/** Each percent once. */
function sayRead(): (share: number) => void {
  let said = 0;
  return (share) => {
    const percent = Math.floor(share * 100);
    if (percent <= said) return;
    said = percent;
    background(peer.ask('read', [percent]), () => undefined);
  };
}

// The thread's end cancels it.
const answers: Answers<ImportWorkerQuestions> = {
  ...lakeAnswers(() => background(peer.ask('added', []), () => undefined)),
  convert,
};

async function convert(path: string, output: string, entry: string | undefined): Promise<Conversion> {
  try {
    const report = await importFile(path, output, new AbortController().signal, entry, {}, sayRead());
    return report === undefined ? 'session' : 'written';
  } catch (error) {
    if (error instanceof SeveralProfiles) return offered(error.found);
    throw error;
  }
}

// A thread, or a process whose parent may end first.
const post = (message: object): unknown => (parentPort === null ? process.send?.(message) : parentPort.postMessage(message));
const peer = new ThreadPeer<ImportAsker>(post, answers);
(parentPort ?? process).on('message', (message: PeerMessage) => peer.heard(message));
if (parentPort === null) process.once('disconnect', () => process.exit());
