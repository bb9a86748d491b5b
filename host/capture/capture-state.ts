import { LaglensError } from '../../core/errors.ts';
import type { StreamPiece } from '../../core/session/file/stream-position.ts';
import { phrase } from '../../core/text/phrase.ts';
import type { DeviceKind } from '../../core/wire/schema/device-kinds.ts';
import type { AppProcess } from '../devices/device.ts';
import { kindFacts, USUAL_INTERVAL_US } from '../devices/device-kinds.ts';

/** `problem` is for people and may pass. */
export type CaptureState =
  | { readonly kind: 'connecting'; readonly step: string; readonly problem: LaglensError | undefined }
  /** The capture resumes by itself. */
  | { readonly kind: 'waitingForApp'; readonly why: string; readonly problem: LaglensError | undefined }
  | { readonly kind: 'streaming'; readonly process: AppProcess; readonly run: number; readonly problem: LaglensError | undefined }
  | NoData
  /** `path` is the session, or the journal of an incomplete one; undefined without contents. */
  | { readonly kind: 'ended'; readonly path: string | undefined; readonly problem: LaglensError | undefined };

/** Silent for more than half a second, though the process may run. */
export interface NoData {
  readonly kind: 'noData';
  readonly process: AppProcess;
  readonly run: number;
  /** The link is being restored. */
  readonly isTryingAgain: boolean;
  readonly problem: LaglensError | undefined;
}

export interface CaptureEvents {
  /** The session's stream in the file's order, from its first record on. */
  piece: [piece: StreamPiece];
  state: [state: CaptureState];
  log: [line: string];
}

export interface SamplingSettings {
  /** 1,000 to 50,000. */
  readonly intervalUs: number;
  readonly threads: 'all' | 'main';
  /** Frames per stack, 16 to 2,048. Outermost ones are cut off. */
  readonly depth: number;
  /** False leaves blocking calls of launched iOS apps uninstrumented; true by default. */
  readonly blockingCalls?: boolean;
  /** Reports allocations per thread, at a cost for each on Android; false by default. Impossible on iOS. */
  readonly allocations?: boolean;
}

/** The agent's maximum (`LAGLENS_DEPTH`), and a minimum that still reaches the app's functions. */
export const STACK_DEPTHS = { least: 16, most: 2_048 } as const;

export const defaultSampling: SamplingSettings = { intervalUs: USUAL_INTERVAL_US, threads: 'all', depth: 512 };

export function defaultSamplingOn(kind: DeviceKind): SamplingSettings {
  return { ...defaultSampling, intervalUs: kindFacts[kind].intervalUs };
}

export function captureMistake(cause: unknown): LaglensError {
  if (cause instanceof LaglensError) return cause;
  return new LaglensError({
    code: 'internal',
    message: phrase`The capture ended because Laglens made a mistake: ${String(cause)}`,
    next: phrase`The session up to here is kept. Please report it together with the log.`,
    action: 'showLog',
    cause,
  });
}
