import type { LagKind } from './lag.ts';

/** Numbers by which Matrix for iOS reports what went wrong (`EDumpType` in its WCBlockTypeDef.h); those that facts can tell. */
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

/** From this time on Matrix dumps a turn of the run loop (`runloopTimeOut`). */
export const RUN_LOOP_TIMEOUT_US = 2_000_000;
/** With sensitive detection it tells its delegate of turns from this time on, up to a minute; that has no number. */
export const SENSITIVE_US = { least: 250_000, most: 60_000_000 } as const;
/** More threads than this while main is blocked are a kind of their own. */
export const MOST_THREADS = 64;

/** What decides about the number of a block of main. */
export interface BlockFacts {
  readonly durationUs: number;
  readonly isBackground: boolean;
  /** The process ended while main was blocked. */
  readonly isKilled: boolean;
  /** Threads of the process in it, 0 unknown. */
  readonly threads: number;
}

/** The number that Matrix would have given; undefined where it would have said nothing. */
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

/** A file of a block whose process did not live on is renamed at the next start, whatever it was before. */
function blockKind({ isKilled, threads, isBackground }: BlockFacts): MatrixDumpType {
  if (isKilled) return matrixDumpType.blockedAndKilled;
  if (threads > MOST_THREADS) return matrixDumpType.tooManyThreads;
  return isBackground ? matrixDumpType.backgroundBlock : matrixDumpType.mainBlock;
}

/** True when sensitive detection would have told of it at once, without a number. */
export function isSensitiveHang(kind: LagKind, durationUs: number): boolean {
  return kind === 'turn' && durationUs > SENSITIVE_US.least && durationUs < SENSITIVE_US.most;
}
