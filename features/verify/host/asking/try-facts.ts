import { LaglensError } from '../../../../core/errors.ts';
import { isUnanswered, withLimit } from '../../../../host/time-limits.ts';
import { type Fact, type FactContext, isAbout } from '../../core/report/fact.ts';
import type { FactResult, Reason } from '../../core/report/field-report.ts';
import { type Probe, Untried } from './probe.ts';

const FACT_MS = 15_000;
/** A phone that is always slow is given up after this time; the rest is untried. */
const ALL_MS = 150_000;
/** A device that went away does not answer the next questions either. */
const MOST_LOSSES = 3;

interface Trying<From> {
  readonly facts: readonly (readonly [id: string, fact: Fact])[];
  readonly context: FactContext;
  /** Undefined for facts that nothing here can ask for. */
  probeOf(id: string): Probe<From> | undefined;
  /** What probes ask, or why they cannot. */
  fromOf(fact: Fact, signal: AbortSignal): From | Reason;
  onResult(result: FactResult): void;
  /** Ends all by its reason. */
  readonly signal: AbortSignal;
  /** Tests give smaller ones. */
  readonly factMs?: number | undefined;
  readonly allMs?: number | undefined;
}

/** Tries one fact after the other; a failing one leaves the others as they are. */
export async function tryFacts<From extends object>(trying: Trying<From>): Promise<readonly FactResult[]> {
  const results: FactResult[] = [];
  const beganMs = performance.now();
  let losses = 0;
  for (const [id, fact] of trying.facts) {
    trying.signal.throwIfAborted();
    const isLate = performance.now() - beganMs > (trying.allMs ?? ALL_MS);
    const end = losses >= MOST_LOSSES ? 'device-lost' : isLate ? 'timed-out' : undefined;
    const result = end === undefined ? await tryFact(id, fact, trying) : untried(id, end, 0);
    losses = result.reason === 'device-lost' ? losses + 1 : 0;
    results.push(result);
    trying.onResult(result);
  }
  return results;
}

async function tryFact<From extends object>(id: string, fact: Fact, trying: Trying<From>): Promise<FactResult> {
  const { context, signal, factMs = FACT_MS } = trying;
  if (!isAbout(fact, context)) return untried(id, 'version', 0);
  const probe = trying.probeOf(id);
  if (probe === undefined) return untried(id, fact.need === 'mac' ? 'needs-mac' : 'needs-person', 0);
  const beganMs = performance.now();
  const ms = (): number => Math.round(performance.now() - beganMs);
  try {
    const seen = await withLimit({ ms: factMs, what: id, next: '' }, signal, async (within) => {
      const from = trying.fromOf(fact, within);
      if (typeof from === 'string') throw new Untried(from);
      return await probe(from);
    });
    const holds = fact.holds(seen, context);
    return { id, answer: holds ? 'true' : 'false', reason: holds ? 'held' : 'differs', ms: ms(), seen };
  } catch (error) {
    signal.throwIfAborted();
    return untried(id, reasonOf(error), ms());
  }
}

function untried(id: string, reason: Reason, ms: number): FactResult {
  return { id, answer: 'untried', reason, ms, seen: {} };
}

/** A probe may meet anything; its words stay here. */
function reasonOf(error: unknown): Reason {
  if (error instanceof Untried) return error.reason;
  if (isUnanswered(error)) return 'timed-out';
  return error instanceof LaglensError && (error.code === 'device-lost' || error.code.startsWith('adb-')) ? 'device-lost' : 'failed';
}
