import { AllocatedBytes } from '../analysis/threads/allocated-bytes.ts';
import { rowBlockedShare } from '../analysis/threads/blocked-time.ts';
import { rowBusyShare } from '../analysis/threads/busy-time.ts';
import { hasReadyTimes, rowReadyShare } from '../analysis/threads/ready-time.ts';
import { type Span, visitSpans } from '../analysis/threads/spans.ts';
import { float64At, numberAt, uint32At } from '../columns/at.ts';
import { absentFloat64, noFloat64, noUint32, Table, withRow } from '../columns/table.ts';
import { ON_CPU_SHARE } from '../session/columns/sample-columns.ts';
import type { SessionModel } from '../session/model/model.ts';
import type { Thread } from '../session/model/thread.ts';

/**
 * Times in microseconds; `samples` counts arrivals at a stack; `ready` is time without a core; `allocated` are bytes of new
 * objects.
 */
export const weightNames = ['wall', 'cpu', 'blocked', 'ready', 'samples', 'allocated'] as const;
export type WeightName = (typeof weightNames)[number];

/** Unknown weights have empty columns. */
export type WeightColumns = Readonly<Record<WeightName, Float64Array>>;

export function knownWeights(columns: WeightColumns): readonly WeightName[] {
  return weightNames.filter((name) => columns[name].length > 0);
}

/** A row's weight, 0 where the weight is unknown. */
export function weightOf(columns: WeightColumns, name: WeightName, row: number): number {
  const column = columns[name];
  return column.length === 0 ? 0 : float64At(column, row);
}

/** A row's time neither on CPU, nor with a known wait, nor known to lack a core. */
export function unknownWeight(columns: WeightColumns, row: number): number {
  const { wall, cpu, blocked } = columns;
  return Math.max(0, float64At(wall, row) - float64At(cpu, row) - float64At(blocked, row) - weightOf(columns, 'ready', row));
}

/** A weight's column, zeros where unknown: a thread or a range may lack bytes. */
export function weightColumn(columns: WeightColumns, name: WeightName, length: number): Float64Array {
  return columns[name].length > 0 ? columns[name] : new Float64Array(length);
}

/** Columns for the weights known in others. */
export function columnsLike(columns: WeightColumns, length: number): Record<WeightName, Float64Array> {
  const column = (name: WeightName): Float64Array => new Float64Array(columns[name].length > 0 ? length : 0);
  return {
    wall: column('wall'),
    cpu: column('cpu'),
    blocked: column('blocked'),
    ready: column('ready'),
    samples: column('samples'),
    allocated: column('allocated'),
  };
}

/** Innermost frames: columns by slot, longer than `length`, or empty. */
export interface SelfWeights {
  readonly length: number;
  /** Row of `model.nodes` by slot, without repeats. */
  readonly node: Uint32Array;
  readonly wall: Float64Array;
  readonly cpu: Float64Array;
  readonly blocked: Float64Array;
  readonly ready: Float64Array;
  readonly samples: Float64Array;
  readonly allocated: Float64Array;
  /** Main's waits for messages, in no column. */
  readonly idleUs: number;
}

/**
 * Weights of stacks, added range by range without overlaps. Waits for messages are summed apart. Time with neither CPU nor a known wait is
 * wall time only.
 */
export class StackWeights extends Table implements SelfWeights {
  node: Uint32Array = noUint32;
  wall: Float64Array = noFloat64;
  cpu: Float64Array = noFloat64;
  blocked: Float64Array = noFloat64;
  /** Empty until times without a core are reported. */
  ready: Float64Array = absentFloat64;
  samples: Float64Array = noFloat64;
  /** Empty until bytes are reported. */
  allocated: Float64Array = absentFloat64;
  idleUs = 0;
  readonly #model: SessionModel;
  /** Slot + 1 by node. */
  #slots: Uint32Array = new Uint32Array(256);
  /** Slots before unsettled changes: slot, wall, cpu, blocked, samples, allocated, ready, in sequence. */
  readonly #before: number[] = [];
  #settledLength = -1;
  #settledIdleUs = 0;
  /** The last row, and its CPU share. */
  #row = -1;
  #share: number | undefined;
  /** Its share of known waits. */
  #blockedShare = 0;
  #readyShare = 0;
  #bytes: AllocatedBytes | undefined;

  constructor(model: SessionModel) {
    super();
    this.reserve(64);
    this.#model = model;
  }

  add(thread: Thread, beginUs: number, endUs: number): void {
    this.#row = -1;
    visitSpans(this.#model, thread, beginUs, endUs, (span) => this.take(thread, span, beginUs, endUs));
  }

  /** Spans of a row are consecutive. */
  take(thread: Thread, span: Span, beginUs: number, endUs: number): void {
    const { row } = span;
    const lastsUs = span.endUs - span.beginUs;
    const isFirst = this.#row !== row;
    if (this.#row < 0) this.#beginThread(thread);
    if (isFirst) {
      this.#share = rowBusyShare(thread, row);
      this.#blockedShare = rowBlockedShare(this.#model, thread, row, this.#share);
      this.#readyShare = this.ready.length > 0 ? rowReadyShare(this.#model, thread, row, this.#share) : 0;
    }
    this.#row = row;
    const share = this.#share;
    if (span.waits && (share ?? 0) < ON_CPU_SHARE) {
      this.idleUs += lastsUs;
      return;
    }
    const slot = this.#slot(span.node);
    if (this.#settledLength >= 0) this.#keep(slot);
    this.wall[slot] = float64At(this.wall, slot) + lastsUs;
    // A row in two ranges belongs to the one it begins in.
    const begunUs = thread.samples.beginUsAt(row);
    if (isFirst && begunUs >= beginUs && begunUs < endUs) this.samples[slot] = float64At(this.samples, slot) + 1;
    if (this.#bytes !== undefined) this.allocated[slot] = float64At(this.allocated, slot) + this.#bytes.of(span);
    this.cpu[slot] = float64At(this.cpu, slot) + lastsUs * (share ?? 0);
    this.blocked[slot] = float64At(this.blocked, slot) + lastsUs * this.#blockedShare;
    if (this.#readyShare > 0) this.ready[slot] = float64At(this.ready, slot) + lastsUs * this.#readyShare;
  }

  #beginThread(thread: Thread): void {
    if (this.ready.length === 0 && hasReadyTimes(this.#model, thread)) this.ready = new Float64Array(this.capacity);
    const isReported = thread.samples.hasAllocations;
    this.#bytes = isReported ? new AllocatedBytes(this.#model, thread) : undefined;
    if (isReported && this.allocated.length === 0) this.allocated = new Float64Array(this.capacity);
  }

  /** Later additions are undone by `settle`. */
  unsettle(): void {
    this.#settledLength = this.length;
    this.#settledIdleUs = this.idleUs;
  }

  /** Undoes additions since `unsettle`. */
  settle(): void {
    this.#row = -1;
    if (this.#settledLength < 0) return;
    const before = this.#before;
    for (let at = before.length - 7; at >= 0; at -= 7) {
      const slot = numberAt(before, at);
      this.wall[slot] = numberAt(before, at + 1);
      this.cpu[slot] = numberAt(before, at + 2);
      this.blocked[slot] = numberAt(before, at + 3);
      this.samples[slot] = numberAt(before, at + 4);
      if (this.allocated.length > 0) this.allocated[slot] = numberAt(before, at + 5);
      if (this.ready.length > 0) this.ready[slot] = numberAt(before, at + 6);
    }
    before.length = 0;
    for (let slot = this.#settledLength; slot < this.length; slot++) this.#slots[uint32At(this.node, slot)] = 0;
    this.length = this.#settledLength;
    this.idleUs = this.#settledIdleUs;
    this.#settledLength = -1;
  }

  #keep(slot: number): void {
    const { wall, cpu, blocked, samples, allocated, ready } = this;
    this.#before.push(
      slot,
      float64At(wall, slot),
      float64At(cpu, slot),
      float64At(blocked, slot),
      float64At(samples, slot),
      allocated.length === 0 ? 0 : float64At(allocated, slot),
      ready.length === 0 ? 0 : float64At(ready, slot),
    );
  }

  #slot(node: number): number {
    if (node >= this.#slots.length) this.#slots = withRow(this.#slots, node);
    const known = uint32At(this.#slots, node);
    if (known > 0) return known - 1;
    if (this.length === this.capacity) this.grow();
    const slot = this.length++;
    this.node[slot] = node;
    this.wall[slot] = 0;
    this.cpu[slot] = 0;
    this.blocked[slot] = 0;
    this.samples[slot] = 0;
    if (this.allocated.length > 0) this.allocated[slot] = 0;
    if (this.ready.length > 0) this.ready[slot] = 0;
    this.#slots[node] = slot + 1;
    return slot;
  }
}
