import type { Answers } from '../../../host/thread-peer.ts';
import { diffFiles, type FilesDiff, readCapture, type WantedCapture, type WantedDiff } from './diff-files.ts';

/** Questions to a thread that keeps what it read. */
export interface CompareQuestions {
  capture(wanted: WantedCapture): void;
  diff(wanted: WantedDiff): FilesDiff;
}

export function answers(): Answers<CompareQuestions> {
  return { capture: readCapture, diff: diffFiles };
}
