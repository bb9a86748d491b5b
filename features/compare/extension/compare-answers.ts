import { deserialize, serialize } from 'node:v8';
import { threadSession } from '../../../extension/thread/thread-session.ts';
import type { Answers } from '../../../host/thread-peer.ts';
import {
  diffFiles,
  type FileCapture,
  type FilesDiff,
  fileCapture,
  readCapture,
  takeCapture,
  type WantedCapture,
  type WantedDiff,
} from './diff-files.ts';

/** Questions to a thread that keeps what it read. */
export interface CompareQuestions {
  capture(wanted: WantedCapture): void;
  /** @param bytes of `held` */
  take(path: string, bytes: Uint8Array<ArrayBuffer>): void;
  diff(wanted: WantedDiff): FilesDiff;
}

/** Questions to the thread of an open file. */
export interface HeldCapture {
  /** The capture in V8's format, which the window passes on unread. Undefined if the thread lacks rows of the session. */
  held(question: number, wanted: WantedCapture): Uint8Array<ArrayBuffer> | undefined;
}

export function answers(): Answers<CompareQuestions & HeldCapture> {
  return {
    capture: readCapture,
    take: (path, bytes) => {
      const capture: FileCapture = deserialize(bytes);
      takeCapture(path, capture);
    },
    diff: diffFiles,
    held: (question, { name, thresholdUs, appClasses }) =>
      threadSession.about(question, function* (held) {
        if (held.lacksRows) return undefined;
        const app = held.app(appClasses);
        // Only lags of processor and memory have limits, which are not compared.
        const { lags } = yield* held.judged({ thresholdUs, limits: held.limits }, app);
        return new Uint8Array(serialize(yield* fileCapture(held.model, { name, thresholdUs, isAppClass: app.isAppClass, lags })));
      }),
  };
}
