import type { DumpFrame } from '../../../../core/analysis/exit-traces/dump-frames.ts';

export interface TombstoneThread {
  /** Thread id of the kernel. */
  readonly tid: number;
  readonly name: string;
  /** Innermost first. */
  readonly frames: DumpFrame[];
}

/** One native crash, of text or protocol buffers; '' and 0 for what is unknown. */
export interface Tombstone {
  process: string;
  pid: number;
  /** The crashed thread's. */
  tid: number;
  fingerprint: string;
  time: string;
  /** `SIGSEGV`, `SEGV_MAPERR`. */
  readonly signal: string[];
  abortMessage: string;
  readonly threads: TombstoneThread[];
}

export function noTombstone(): Tombstone {
  return { process: '', pid: 0, tid: 0, fingerprint: '', time: '', signal: [], abortMessage: '', threads: [] };
}
