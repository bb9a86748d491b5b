import type { LaglensError } from '../../core/errors.ts';
import type { StreamPiece } from '../../core/session/file/stream-position.ts';
import type { AppProcess, DeviceRow } from '../devices/device.ts';

/** Where a capture stands. `problem` is what a person should know now; it may go away by itself. */
export type CaptureState =
  /** The agent is being brought into the app; `step` in a few words. */
  | { readonly kind: 'connecting'; readonly step: string; readonly problem: LaglensError | undefined }
  /** The process ended or the device is gone; the capture goes on by itself when it is back. */
  | { readonly kind: 'waitingForApp'; readonly why: string; readonly problem: LaglensError | undefined }
  | { readonly kind: 'streaming'; readonly process: AppProcess; readonly run: number; readonly problem: LaglensError | undefined }
  | NoData
  /** Over. `path` is the session file, or the journal when the file could not be completed; undefined when nothing was recorded. */
  | { readonly kind: 'ended'; readonly path: string | undefined; readonly problem: LaglensError | undefined };

/** Nothing has arrived for more than half a second, though the process may well run. */
export interface NoData {
  readonly kind: 'noData';
  readonly process: AppProcess;
  readonly run: number;
  /** The connection is broken or was silent for too long: another one is made, again and again. */
  readonly isTryingAgain: boolean;
  readonly problem: LaglensError | undefined;
}

/** What a capture tells while it runs. */
export interface CaptureEvents {
  /** The session's stream in the order of the file; together the pieces are a stream from its first record on. */
  piece: [piece: StreamPiece];
  state: [state: CaptureState];
  log: [line: string];
}

/** How to sample; can be changed while capturing. */
export interface SamplingSettings {
  /** 1,000 to 50,000. */
  readonly intervalUs: number;
  readonly threads: 'all' | 'main';
  /** Deepest stack that is read, in frames: 16 to 2,048. Of deeper ones the outermost frames are missing. */
  readonly depth: number;
  /** False: the agent stands in for none of the app's calls that may wait. For apps on iOS that the capture starts; true when left out. */
  readonly blockingCalls?: boolean;
  /** Tells what threads allocate, which on Android costs each allocation of the app; false when left out. Of iOS nobody can tell. */
  readonly allocations?: boolean;
}

/** What may be asked for: an agent takes no more frames (`LAGLENS_DEPTH`), and with fewer one sees hardly a function of the app's. */
export const STACK_DEPTHS = { least: 16, most: 2_048 } as const;

export const defaultSampling: SamplingSettings = { intervalUs: 10_000, threads: 'all', depth: 512 };

/** How apps of a kind of device are sampled when nobody says otherwise: on iOS a stack is read in microseconds, so twice as often. */
export function defaultSamplingOn(kind: DeviceRow['kind']): SamplingSettings {
  return kind === 'ios' || kind === 'simulator' ? { ...defaultSampling, intervalUs: 5_000 } : defaultSampling;
}
