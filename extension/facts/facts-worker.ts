import { parentPort } from 'node:worker_threads';
import { type Answers, type PeerMessage, ThreadPeer } from '../../host/thread-peer.ts';
import { diffFiles, type FilesDiff, readCapture, type WantedCapture, type WantedDiff } from './diff-files.ts';
import type { JudgeSettings } from './judge-settings.ts';
import { type ReadBaseline, readBaseline, type WantedBaseline } from './read-baseline.ts';
import { readFacts } from './read-facts.ts';
import type { RecordedFacts } from './recorded-facts.ts';

/** Questions to the thread. */
export interface FactsWorkerQuestions {
  read(path: string, settings: JudgeSettings): RecordedFacts;
  baseline(wanted: WantedBaseline): ReadBaseline;
  capture(wanted: WantedCapture): void;
  diff(wanted: WantedDiff): FilesDiff;
}

const answers: Answers<FactsWorkerQuestions> = { read: readFacts, baseline: readBaseline, capture: readCapture, diff: diffFiles };

const peer = new ThreadPeer<Record<never, never>>((message) => parentPort?.postMessage(message), answers);
parentPort?.on('message', (message: PeerMessage) => peer.heard(message));
