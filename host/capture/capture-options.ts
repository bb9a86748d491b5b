import type { AppTarget, Asking, Device } from '../devices/device.ts';
import type { SamplingSettings } from './capture-state.ts';
import type { JournalFile } from './journal-file.ts';
import type { LinkLimits } from './link-limits.ts';
import type { RecordSink, SessionSymbolicator } from './session-symbolicator.ts';

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
