import type { SessionRecordName } from '../../core/session/file/session-stream.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { AppTarget, Asking, Device } from '../devices/device.ts';
import type { SamplingSettings } from './capture-state.ts';
import type { JournalFile } from './journal-file.ts';

export interface CaptureOptions extends Asking {
  readonly device: Device;
  readonly target: AppTarget;
  /** Starts the app with the agent. Later processes are attached to. */
  readonly launch: boolean;
  readonly sampling: SamplingSettings;
  /** The session file; its journal lies beside it. */
  readonly path: string;
  readonly version: string;
  /** Replaces an existing file; otherwise the name gets a number. */
  readonly overwrite?: boolean;
  /** The session file's size limit, 4 GiB by default. */
  readonly mostBytes?: number;
  /** Limit of start and end, a minute by default. */
  readonly diskMs?: number;
  /** For tests. */
  readonly openJournal?: (path: string) => Promise<JournalFile>;
  /** Defaults to `linkLimits`. */
  readonly limits?: Partial<LinkLimits>;
  /** Symbolicates the recording. */
  readonly names?: (add: RecordSink) => SessionSymbolicator;
  /** Limit of the wait for names at the end. */
  readonly namesTimeoutMs?: number;
}

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

/** Silence in ms, and a rate. Tests give others. */
export interface LinkLimits {
  /** Quadruples for each unanswered connection, up to `longestHelloMs`. */
  readonly helloMs: number;
  /**
   * A stopped app queues 8 connections on iOS and Linux, and one more hangs adbd. This makes eight a day; the last is
   * answered at once.
   */
  readonly longestHelloMs: number;
  /** An agent sends at least every 250 ms and is asked after this silence. */
  readonly askMs: number;
  /** Additional time for garbage collections and bad networks. */
  readonly giveUpMs: number;
  /** A shell on a busy phone takes seconds. */
  readonly stateMs: number;
  /** Interval during the wait for a hello. */
  readonly stateAgainMs: number;
  /** Interval of questions for ANRs to the device's system. */
  readonly recordsAgainMs: number;
  /** Beyond a burst. Some twenty times a busy app's. */
  readonly bytesPerSecond: number;
}

export const linkLimits: LinkLimits = {
  helloMs: 5_000,
  longestHelloMs: 24 * 3_600_000,
  askMs: 5_000,
  giveUpMs: 5_000,
  stateMs: 15_000,
  stateAgainMs: 10_000,
  recordsAgainMs: 60_000,
  bytesPerSecond: 2 << 20,
};
