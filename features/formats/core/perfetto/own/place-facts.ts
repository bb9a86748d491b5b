import { lifePhase } from '../../../../../core/session/columns/run-columns.ts';
import { waitKind } from '../../../../../core/session/columns/thread-columns.ts';
import type { CounterFacts } from '../../import/import-facts.ts';
import type { SessionBuilder } from '../../import/session-builder.ts';
import type { TraceThread, TraceTracks } from '../tracks/trace-tracks.ts';
import { numberOf, type OwnFact, textIn } from './own-facts.ts';

const isPhase = (name: string): name is keyof typeof lifePhase => Object.hasOwn(lifePhase, name);
const isWait = (name: string): name is keyof typeof waitKind => Object.hasOwn(waitKind, name);
const isSystem = (name: string): name is System => systems.some((system) => system === name);
type System = (typeof systems)[number];
const systems = ['android', 'ios', 'jvm', 'other'] as const;
const phaseNames = new Map<number, string>(Object.entries(lifePhase).map(([name, code]) => [code, name]));

interface Places {
  readonly builder: SessionBuilder;
  readonly tracks: TraceTracks;
  readonly mainPid: number;
  /** The builder's threads. */
  readonly handles: ReadonlyMap<TraceThread, number>;
  /** Values of all counters, by time. */
  readonly counted: Map<number, CounterFacts>;
}

/** Hands facts to the builder: those of threads, and those of the main process. */
export function placeFacts(facts: readonly OwnFact[], { builder, tracks, mainPid, handles, counted }: Places): void {
  for (const fact of facts) {
    const { pid, thread } = tracks.ownerOf(fact.track);
    const { beginUs, endUs } = fact;
    const handle = (thread === undefined ? undefined : handles.get(thread)) ?? -1;
    if (thread === undefined && pid !== mainPid) continue;
    switch (fact.kind) {
      case 'state':
        break;
      case 'thread':
        if (numberOf(fact, 'is_alive') === 0) builder.threadEnd(handle, endUs);
        break;
      case 'ready':
        builder.ready(handle, beginUs, endUs, numberOf(fact, 'ready_us') ?? 0);
        break;
      case 'wait': {
        const owner = tracks.tracks.get(numberOf(fact, 'owner_track') ?? 0)?.thread;
        const holder = owner === undefined ? undefined : handles.get(owner);
        const object = textIn(fact, 'object');
        const kind = isWait(fact.name) ? fact.name : 'park';
        builder.wait(handle, beginUs, endUs, kind, object, holder === undefined ? undefined : { thread: holder, stack: fact.stack });
        break;
      }
      case 'use':
        builder.messageUse(handle, beginUs, endUs, {
          cpuUs: numberOf(fact, 'cpu_us') ?? 0,
          readyUs: numberOf(fact, 'ready_us'),
          queuedUs: numberOf(fact, 'queued_us'),
          majorFaults: numberOf(fact, 'major_faults') ?? 0,
          voluntarySwitches: numberOf(fact, 'voluntary_switches') ?? 0,
          involuntarySwitches: numberOf(fact, 'involuntary_switches') ?? 0,
        });
        break;
      case 'collection':
        builder.collection(beginUs, endUs);
        break;
      case 'frame':
        builder.displayFrames(beginUs, {
          lateUs: numberOf(fact, 'late_us') ?? 0,
          periodUs: numberOf(fact, 'period_us') ?? 0,
          inTime: numberOf(fact, 'in_time') ?? 0,
        });
        break;
      case 'phase': {
        const phase = phaseNames.get(numberOf(fact, 'phase') ?? 0) ?? '';
        const beforeUs = Math.min(0, numberOf(fact, 'at_us') ?? 0);
        if (isPhase(phase)) builder.phase(beginUs + beforeUs, phase);
        break;
      }
      case 'counters': {
        const counts = { cpuUs: numberOf(fact, 'cpu_us') ?? 0, cores: numberOf(fact, 'cores') ?? 0 };
        const heapBytes = numberOf(fact, 'heap_bytes');
        counted.set(beginUs, { ...counted.get(beginUs), ...counts, ...(heapBytes === undefined ? {} : { heapBytes }) });
        break;
      }
      case 'process': {
        const system = textIn(fact, 'system');
        // The session's begin.
        builder.covers(beginUs, beginUs);
        builder.process({
          system: isSystem(system) ? system : 'other',
          device: textIn(fact, 'device'),
          version: textIn(fact, 'version'),
          apiLevel: numberOf(fact, 'api_level') ?? 0,
          intervalUs: numberOf(fact, 'interval_us') ?? 0,
        });
      }
    }
  }
}
