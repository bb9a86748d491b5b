import type { SessionRecordName } from '../../core/session/file/session-stream.ts';
import type { Message } from '../../core/wire/schema.ts';

/** Adds records to a session while it is recorded; once it has ended they are dropped. */
export type RecordSink = (records: readonly Message<SessionRecordName>[]) => void;

/** Whoever finds names for what a session holds. Recording never waits for it but at its end, and then not for long. */
export interface SessionSymbolicator {
  /** Each message of the session, in its order, but those that it added itself. */
  follow(message: Message): void;
  /** Resolves when all that can be named so far is named. */
  settled(): Promise<void>;
  /** Adds nothing any more. */
  close(): void;
}
