import type { LagKind } from './lag.ts';

/** Report types of Matrix for iOS (`EDumpType` in its WCBlockTypeDef.h) that facts can decide. */
export const matrixDumpType = {
  mainBlock: 2001,
  backgroundBlock: 2002,
  cpuTooHigh: 2003,
  launchBlock: 2007,
  tooManyThreads: 2009,
  blockedAndKilled: 2010,
  power: 2011,
  frames: 2014,
} as const;

export type MatrixDumpType = (typeof matrixDumpType)[keyof typeof matrixDumpType];

/** From this length on Matrix dumps a run loop turn (`runloopTimeOut`). */
export const RUN_LOOP_TIMEOUT_US = 2_000_000;
/** Sensitive detection reports such turns to its delegate, without a number. */
export const SENSITIVE_US = { least: 250_000, most: 60_000_000 } as const;
/** More threads than this during a block are a type of their own. */
const MOST_THREADS = 64;

interface BlockFacts {
  readonly durationUs: number;
  readonly isBackground: boolean;
  /** The process ended while main was blocked. */
  readonly isKilled: boolean;
  /** Threads of the process, 0 if unknown. */
  readonly threads: number;
}

/** Undefined where Matrix reports nothing. */
export function matrixDumpTypeOf(kind: LagKind, facts: BlockFacts): MatrixDumpType | undefined {
  switch (kind) {
    case 'cpu':
      return matrixDumpType.cpuTooHigh;
    case 'power':
      return matrixDumpType.power;
    case 'frames':
      return matrixDumpType.frames;
    case 'launch':
      return facts.durationUs > RUN_LOOP_TIMEOUT_US ? matrixDumpType.launchBlock : undefined;
    case 'turn':
    case 'turns':
      return facts.durationUs > RUN_LOOP_TIMEOUT_US ? blockKind(facts) : undefined;
    default:
      return undefined;
  }
}

/** Matrix renames a block's file at the next start if the process was killed. */
function blockKind({ isKilled, threads, isBackground }: BlockFacts): MatrixDumpType {
  if (isKilled) return matrixDumpType.blockedAndKilled;
  if (threads > MOST_THREADS) return matrixDumpType.tooManyThreads;
  return isBackground ? matrixDumpType.backgroundBlock : matrixDumpType.mainBlock;
}

/** Reported at once by sensitive detection. */
export function isSensitiveHang(kind: LagKind, durationUs: number): boolean {
  return kind === 'turn' && durationUs > SENSITIVE_US.least && durationUs < SENSITIVE_US.most;
}
