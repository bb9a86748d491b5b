import type { ErrorCode, LaglensError } from '../../core/errors.ts';
import type { StreamPiece } from '../../core/session/file/session-stream.ts';
import type { AppProcess, AppTarget, Asking, Device } from '../devices/device.ts';
import type { LinkLimits } from './capture-options.ts';
import type { Recording } from './recording.ts';

export interface AppLinkOptions extends Asking {
  readonly device: Device;
  readonly target: AppTarget;
  /** For the agent's log. */
  readonly client: string;
  readonly recording: Recording;
  readonly limits: LinkLimits;
  /** @param step in a few words */
  connecting(step: string): void;
  /** Called after recording. */
  heard(piece: StreamPiece, process: AppProcess): void;
  /** The link is made again, maybe at once. */
  lost(): void;
  /** The link is made again when the app or device is back. */
  waiting(why: string, problem: LaglensError | undefined): void;
  log(line: string): void;
}

/** A silent agent still exists, so another one would not help. */
export const silent: ReadonlySet<ErrorCode> = new Set(['hello-silent', 'no-answer', 'device-lost', 'adb-unreachable']);

export type RunEnd = { readonly kind: 'processEnded'; readonly why: string } | { readonly kind: 'attachAgain' };
