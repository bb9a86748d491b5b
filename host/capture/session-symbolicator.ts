import type { SessionRecordName } from '../../core/session/file/session-stream.ts';
import type { Message } from '../../core/wire/schema.ts';

/** Drops records after the session's end. */
export type RecordSink = (records: readonly Message<SessionRecordName>[]) => void;

/** Recording waits for it only briefly, at the end. */
export interface SessionSymbolicator {
  /** Receives all messages but its own, in order. */
  follow(message: Message): void;
  /** All possible names are found. */
  settled(): Promise<void>;
  close(): void;
}
