import { float64At, int32At, uint8At, uint32At } from '../../../../../core/columns/at.ts';
import { threadState } from '../../../../../core/session/columns/sample-columns.ts';
import { waitKind } from '../../../../../core/session/columns/thread-columns.ts';
import type { SessionModel } from '../../../../../core/session/model/model.ts';
import type { Run } from '../../../../../core/session/model/run.ts';
import type { Thread } from '../../../../../core/session/model/thread.ts';
import { ownMessages } from '../../export/own-messages.ts';
import { type FactKind, factTrack, type Note, type Notes, STACK_NOTE } from './fact-names.ts';

/** Events between two pauses. */
const STEP = 512;

const stateNames = new Map<number, string>(Object.entries(threadState).map(([name, code]) => [code, name]));
const waitNames = new Map<number, string>(Object.entries(waitKind).map(([name, code]) => [code, name]));

interface FactTime {
  readonly beginUs: number;
  readonly endUs: number | undefined;
}

interface FactEncoder {
  childTrack(uuid: number, parent: number, name: string): void;
  fact(track: number, kind: FactKind, name: string, time: FactTime, notes: Notes): void;
}

/** Tracks of one thread or process: the first id, and the parent's. */
export interface FactPlace {
  readonly encoder: FactEncoder;
  readonly firstTrack: number;
  readonly parent: number;
}

/** Tracks per thread and process. */
export const MOST_FACT_TRACKS = 8;

/**
 * A thread's states, times without a core, waits and measured messages.
 * @param stackOf an interned stack's id by row of `model.nodes`
 * @param trackOf a thread's own track by row of `model.threads`
 */
export function* writeThreadFacts(
  model: SessionModel,
  thread: Thread,
  place: FactPlace,
  { stackOf, trackOf }: { readonly stackOf: (node: number) => number; readonly trackOf: (thread: number) => number },
): Generator<void> {
  const facts = new Facts(place);
  const { samples } = thread;
  const bornUs = Math.max(0, thread.beginUs);
  const isAlive = thread.endUs < 0;
  facts.slice('thread', 'thread', bornUs, Math.max(bornUs, isAlive ? model.nowUs : thread.endUs), {
    is_alive: Number(isAlive),
    is_daemon: Number(thread.isDaemon),
    is_agent: Number(thread.isAgent),
  });
  const own = ownMessages(thread);
  const isOwn = (fromUs: number, untilUs: number): boolean => own.some(({ beginUs, endUs }) => beginUs <= fromUs && untilUs <= endUs);
  for (let row = 0; row < samples.length; row++) {
    if (isOwn(samples.beginUsAt(row), samples.endUsAt(row))) continue;
    const node = model.shownNode(thread.run, samples.nodeAt(row));
    const notes = { cpu_us: samples.cpuUsAt(row), lead_cpu_us: samples.leadCpuUsAt(row) };
    const name = stateNames.get(samples.stateAt(row)) ?? 'native';
    facts.slice('state', name, samples.beginUsAt(row), samples.endUsAt(row), notes, node === 0 ? 0 : stackOf(node));
    if (facts.isPause) yield;
  }
  const { readyTimes: ready, waits, messageUses: uses } = thread;
  for (let row = 0; row < ready.length; row++) {
    const readyUs = float64At(ready.readyUs, row);
    facts.slice('ready', 'without a core', float64At(ready.beginUs, row), float64At(ready.endUs, row), { ready_us: readyUs });
    if (facts.isPause) yield;
  }
  for (let row = 0; row < waits.length; row++) {
    const owner = int32At(waits.owner, row);
    const node = uint32At(waits.ownerNode, row);
    const object = model.strings[uint32At(waits.object, row)] ?? '';
    const name = waitNames.get(uint8At(waits.kind, row)) ?? 'park';
    const notes = { object: object === '' ? undefined : object, owner_track: owner < 0 ? undefined : trackOf(owner) };
    const ownerStack = owner < 0 || node === 0 ? 0 : stackOf(model.shownNode(thread.run, node));
    facts.slice('wait', name, float64At(waits.beginUs, row), float64At(waits.endUs, row), notes, ownerStack);
    if (facts.isPause) yield;
  }
  for (let row = 0; row < uses.length; row++) {
    if (isOwn(float64At(uses.beginUs, row), float64At(uses.endUs, row))) continue;
    facts.slice('use', 'message', float64At(uses.beginUs, row), float64At(uses.endUs, row), {
      cpu_us: uint32At(uses.cpuUs, row),
      ready_us: uses.readyUsAt(row),
      queued_us: uses.queuedUsAt(row),
      major_faults: uint32At(uses.majorFaults, row),
      voluntary_switches: uint32At(uses.voluntarySwitches, row),
      involuntary_switches: uint32At(uses.involuntarySwitches, row),
    });
    if (facts.isPause) yield;
  }
}

/** A process's system, counters, collections, frames and phases. */
export function* writeProcessFacts(run: Run, place: FactPlace): Generator<void> {
  const facts = new Facts(place);
  const { hello, process, gcs, frames, phases, counters } = run;
  facts.instant('process', 'process', 0, {
    system: run.isApple ? 'ios' : (hello?.os ?? ''),
    device: process?.device ?? '',
    version: hello?.runtime ?? '',
    api_level: hello?.apiLevel,
    interval_us: run.settings?.intervalUs || hello?.intervalUs,
  });
  for (let row = 0; row < phases.length; row++) {
    const atUs = float64At(phases.atUs, row);
    // A process begins before its session, and a trace's times are positive.
    facts.instant('phase', 'phase', Math.max(0, atUs), { at_us: atUs, phase: uint8At(phases.phase, row) });
    if (facts.isPause) yield;
  }
  for (let row = 0; row < counters.length; row++) {
    const cores = uint32At(counters.cores, row);
    const heapBytes = float64At(counters.allocatedBytes, row);
    facts.instant('counters', 'counters', float64At(counters.atUs, row), {
      cpu_us: float64At(counters.cpuUs, row),
      cores,
      heap_bytes: heapBytes < 0 ? undefined : heapBytes,
    });
    if (facts.isPause) yield;
  }
  for (let row = 0; row < gcs.length; row++) {
    facts.slice('collection', 'collection', float64At(gcs.beginUs, row), float64At(gcs.endUs, row), {});
    if (facts.isPause) yield;
  }
  for (let row = 0; row < frames.length; row++) {
    const lateUs = float64At(frames.lateUs, row);
    const counts = { late_us: lateUs, period_us: float64At(frames.periodUs, row), in_time: uint32At(frames.inTime, row) };
    facts.instant('frame', lateUs > 0 ? 'late frame' : 'frames in time', float64At(frames.atUs, row), counts);
    if (facts.isPause) yield;
  }
}

class Facts {
  readonly #place: FactPlace;
  readonly #tracks = new Map<string, number>();
  #count = 0;

  constructor(place: FactPlace) {
    this.#place = place;
  }

  get isPause(): boolean {
    return this.#count % STEP === 0;
  }

  /** @param stack an interned one's id, 0 for none */
  slice(kind: FactKind, name: string, beginUs: number, endUs: number, notes: Readonly<Record<string, Note | undefined>>, stack = 0): void {
    this.#place.encoder.fact(
      this.#trackOf(kind),
      kind,
      name,
      { beginUs, endUs },
      known(stack === 0 ? notes : { ...notes, [STACK_NOTE]: stack }),
    );
    this.#count++;
  }

  instant(kind: FactKind, name: string, atUs: number, notes: Readonly<Record<string, Note | undefined>>): void {
    this.#place.encoder.fact(this.#trackOf(kind), kind, name, { beginUs: atUs, endUs: undefined }, known(notes));
    this.#count++;
  }

  /** A track per kind, as its slices do not nest with others. */
  #trackOf(kind: FactKind): number {
    const name = factTrack[kind];
    const made = this.#tracks.get(name);
    if (made !== undefined) return made;
    const { encoder, firstTrack, parent } = this.#place;
    const track = firstTrack + this.#tracks.size;
    this.#tracks.set(name, track);
    encoder.childTrack(track, parent, name);
    return track;
  }
}

function known(notes: Readonly<Record<string, Note | undefined>>): Notes {
  const kept: Record<string, Note> = {};
  for (const [name, value] of Object.entries(notes)) if (value !== undefined) kept[name] = value;
  return kept;
}
