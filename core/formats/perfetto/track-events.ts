import { Slices } from '../chrome/slices.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import type { ProtoReader } from '../protobuf/proto-reader.ts';
import { countedFacts } from './counted-facts.ts';
import { type Dispatch, dispatchOf } from './dispatch-name.ts';
import type { TraceSequence } from './trace-sequence.ts';
import type { TraceClocks } from './tracks/trace-clocks.ts';
import { eventField, eventType, internedField } from './tracks/trace-fields.ts';
import { type TraceTracks, type Track, type TrackId, textOf } from './tracks/trace-tracks.ts';

interface Event {
  type: number;
  track: TrackId | undefined;
  name: string;
  isMessage: boolean;
  counter: number | undefined;
  deltaUs: number | undefined;
  absoluteUs: number | undefined;
}

/** Slices, instants and counters of tracks. */
export class TrackEvents {
  count = 0;
  /** Frames of slices that are messages of an event loop. */
  readonly dispatches = new Map<number, Dispatch>();
  readonly #task: ImportTask;
  readonly #tracks: TraceTracks;

  readonly #clocks: TraceClocks;

  constructor(task: ImportTask, tracks: TraceTracks, clocks: TraceClocks) {
    this.#task = task;
    this.#tracks = tracks;
    this.#clocks = clocks;
  }

  /** @param timeUs of the packet; old events have their own */
  add(reader: ProtoReader, sequence: TraceSequence, timeUs: number | undefined): void {
    const event = eventOf(reader, sequence);
    const ownUs = ownTime(event, sequence);
    const atUs = ownUs === undefined ? timeUs : this.#clocks.ofMonotonicUs(ownUs);
    if (atUs === undefined) {
      this.#task.report.skipped('events without a known time');
      return;
    }
    this.count++;
    const track = this.#trackOf(event, sequence);
    if (track === undefined) this.#task.report.skipped('events without a track');
    else this.#take(event, track, atUs);
  }

  #trackOf({ track }: Event, sequence: TraceSequence): Track | undefined {
    const id = track ?? sequence.track;
    if (id !== undefined && id !== 0) return this.#tracks.track(id);
    if (sequence.thread === undefined) return undefined;
    const { pid, tid } = sequence.thread;
    const made = this.#tracks.track(-1 - tid);
    made.thread ??= this.#tracks.thread(pid, tid);
    return made;
  }

  #take(event: Event, track: Track, atUs: number): void {
    const { report, builder } = this.#task;
    switch (event.type) {
      case eventType.begin:
        if (this.#tracks.affords(atUs)) slicesOf(track).begin(atUs, this.frame(event.name, event.isMessage));
        return;
      case eventType.end:
        if (this.#tracks.affords(atUs)) slicesOf(track).end(atUs);
        return;
      case eventType.instant:
        if (this.#tracks.ownerOf(track).thread === undefined) builder.mark(atUs, event.name);
        else report.skipped('instant events of threads');
        return;
      case eventType.counter:
        this.#counter(event, track, atUs);
        return;
      default:
        report.skipped('events of other kinds');
    }
  }

  /** The frame of a slice. @param isMessage the file says that it is one */
  frame(name: string, isMessage = false): number {
    const dispatch = dispatchOf(name, isMessage);
    const frame = this.#task.builder.frame({ function: name || '(unnamed)' });
    if (dispatch !== undefined) this.dispatches.set(frame, dispatch);
    return frame;
  }

  #counter({ counter }: Event, track: Track, atUs: number): void {
    const counted = countedFacts.find(({ name }) => name === track.name);
    if (counted === undefined || counter === undefined) this.#task.report.skipped('values of counters');
    else this.#task.builder.counters(atUs, { [counted.fact]: counter * track.multiplier });
  }
}

/** Slices of a track, of its thread if it has one. */
function slicesOf(track: Track): Slices {
  if (track.thread !== undefined) {
    track.thread.rows++;
    return track.thread.slices;
  }
  track.slices ??= new Slices();
  return track.slices;
}

function ownTime({ absoluteUs, deltaUs }: Event, sequence: TraceSequence): number | undefined {
  if (absoluteUs !== undefined) return absoluteUs;
  if (deltaUs === undefined) return undefined;
  sequence.lastUs += deltaUs;
  return sequence.lastUs;
}

function eventOf(reader: ProtoReader, { interned }: TraceSequence): Event {
  const event: Event = {
    type: 0,
    track: undefined,
    name: '',
    isMessage: false,
    counter: undefined,
    deltaUs: undefined,
    absoluteUs: undefined,
  };
  while (reader.next()) {
    switch (reader.field) {
      case eventField.type:
        event.type = reader.unsigned();
        break;
      case eventField.track:
        event.track = reader.id();
        break;
      case eventField.name:
        event.name = textOf(reader);
        break;
      case eventField.nameIid:
        event.name = interned.text(internedField.eventNames, reader.unsigned()) ?? '';
        break;
      case eventField.categoryIid:
        reader.eachNumber(() => {
          if (interned.text(internedField.categories, reader.unsigned()) === MESSAGE) event.isMessage = true;
        });
        break;
      case eventField.category:
        if (textOf(reader) === MESSAGE) event.isMessage = true;
        break;
      case eventField.counter:
        event.counter = reader.signed();
        break;
      case eventField.doubleCounter:
        event.counter = reader.double();
        break;
      case eventField.deltaUs:
        event.deltaUs = reader.signed();
        break;
      case eventField.absoluteUs:
        event.absoluteUs = reader.signed();
        break;
    }
  }
  reader.expectWhole();
  return event;
}

const MESSAGE = 'message';
