import { setTimeout as pause } from 'node:timers/promises';

/** The first start of a large debug build takes longer: the system checks all its pages. */
export const EXTENSION = 3;

interface AgentWait<Connection, Verdict> {
  /** Undefined while nobody listens. */
  connect(): Promise<Connection | undefined>;
  /** Why the agent will not come; undefined while it still may. */
  check?(): Promise<Verdict | undefined>;
  /** Time between two checks; each attempt checks when left out. */
  readonly checkMs?: number;
  /** Pauses between attempts double up to the longest one. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly timeoutMs: number;
  /** Asked once at the end of the time; true multiplies it by `EXTENSION`. */
  isWorthMore?(): Promise<boolean>;
  /** Explains why nobody listened within the time. */
  timedOut(waitedMs: number): Promise<Verdict>;
  readonly signal: AbortSignal;
}

/** Connects until the agent listens, a check fails or the time is over. */
export async function waitForAgent<Connection, Verdict>(wait: AgentWait<Connection, Verdict>): Promise<Connection | Verdict> {
  const { signal, checkMs = 0, firstPauseMs, longestPauseMs, timeoutMs } = wait;
  const beganMs = performance.now();
  let checkedMs = beganMs;
  let limitMs = timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const connection = await wait.connect();
    if (connection !== undefined) return connection;
    const nowMs = performance.now();
    if (nowMs - checkedMs > checkMs) {
      const verdict = await wait.check?.();
      if (verdict !== undefined) return verdict;
      checkedMs = performance.now();
    }
    if (nowMs - beganMs > limitMs) {
      if (limitMs > timeoutMs || (await wait.isWorthMore?.()) !== true) return await wait.timedOut(limitMs);
      limitMs = EXTENSION * timeoutMs;
    }
    await pause(pauseMs, undefined, { signal });
  }
}
