import { Slices } from '../chrome/slices.ts';
import type { CounterFacts } from '../import/import-facts.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import type { ProtoReader } from '../protobuf/proto-reader.ts';
import { countedFacts } from './counted-facts.ts';
import { type Dispatch, dispatchOf } from './dispatch-name.ts';
import { isPlatformSection } from './ftrace/platform-sections.ts';
import type { InternedData } from './interned-data.ts';
import { type FactKind, factKindOf, STACK_NOTE } from './own/fact-names.ts';
import { notesOf } from './own/notes-of.ts';
import { OwnFacts } from './own/own-facts.ts';
import type { TraceSequence } from './trace-sequence.ts';
import type { PacketKinds } from './tracks/packet-kinds.ts';
import type { TraceClocks } from './tracks/trace-clocks.ts';
import { eventField, eventType, internedField, leftOfEvents } from './tracks/trace-fields.ts';
import { type TraceTracks, type Track, type TrackId, textOf } from './tracks/trace-tracks.ts';

interface Event {
  type: number;
  track: TrackId | undefined;
  name: string;
  isMessage: boolean;
  counter: number | undefined;
  deltaUs: number | undefined;
  absoluteUs: number | undefined;
  /** One of Laglens' own facts. */
  fact: FactKind | undefined;
}

interface FactPlace {
  readonly track: Track;
  readonly atUs: number;
  readonly fields: ProtoReader;
  readonly interned: InternedData;
}

/** Slices, instants and counters of tracks. */
export class TrackEvents {
  count = 0;
  /** Frames of slices that are messages of an event loop. */
  readonly dispatches = new Map<number, Dispatch>();
  readonly facts: OwnFacts;
  /** Values of counters, by time. */
  readonly counted = new Map<number, CounterFacts>();
  readonly #task: ImportTask;
  readonly #tracks: TraceTracks;

  readonly #clocks: TraceClocks;
  readonly #kinds: PacketKinds;

  constructor(task: ImportTask, tracks: TraceTracks, clocks: TraceClocks, kinds: PacketKinds) {
    this.#kinds = kinds;
    this.#task = task;
    this.#tracks = tracks;
    this.#clocks = clocks;
    this.facts = new OwnFacts(task, tracks);
  }

  /** @param timeUs of the packet; old events have their own */
  add(reader: ProtoReader, sequence: TraceSequence, timeUs: number | undefined): void {
    const event = eventOf(reader, sequence, this.#kinds);
    const ownUs = ownTime(event, sequence);
    const atUs = ownUs === undefined ? timeUs : this.#clocks.ofMonotonicUs(ownUs);
    if (atUs === undefined) {
      this.#task.report.skipped('events without a known time');
      return;
    }
    this.count++;
    const track = this.#trackOf(event, sequence);
    if (track === undefined) this.#task.report.skipped('events without a track');
    else if (event.fact !== undefined)
      this.#takeFact(event, event.fact, { track, atUs, fields: reader.again(), interned: sequence.interned });
    else this.#take(event, track, atUs);
  }

  #takeFact(event: Event, kind: FactKind, { track, atUs, fields, interned }: FactPlace): void {
    const notes = notesOf(fields, interned);
    const callstack = notes.get(STACK_NOTE);
    const stack = typeof callstack === 'number' ? interned.stack(callstack) : undefined;
    const fact = { kind, name: event.name, notes, stack: stack ?? 0 };
    if (event.type === eventType.instant) this.facts.instant(track, atUs, fact);
    else this.facts.begin(track, atUs, fact);
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
        if (this.facts.has(track)) this.facts.end(track, atUs);
        else if (this.#tracks.affords(atUs)) slicesOf(track).end(atUs);
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

  /** The frame of a trace section, which Android's platform or the app names. */
  sectionFrame(name: string): number {
    return this.frame(name, false, !isPlatformSection(name));
  }

  /** The frame of a slice. @param isMessage the file says that it is one */
  frame(name: string, isMessage = false, isAppSection = false): number {
    const dispatch = dispatchOf(name, isMessage);
    const frame = this.#task.builder.frame({ function: name || '(unnamed)', isAppSection: isAppSection && dispatch === undefined });
    if (dispatch !== undefined) this.dispatches.set(frame, dispatch);
    return frame;
  }

  #counter({ counter }: Event, track: Track, atUs: number): void {
    const counted = countedFacts.find(({ name }) => name === track.name);
    if (counted === undefined || counter === undefined) this.#task.report.skipped('values of counters');
    else if (this.counted.size < importLimits.facts || this.counted.has(atUs))
      this.counted.set(atUs, { ...this.counted.get(atUs), [counted.fact]: counter * track.multiplier });
    else this.#task.report.skipped('values of counters beyond the bound');
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

function eventOf(reader: ProtoReader, { interned }: TraceSequence, kinds: PacketKinds): Event {
  const event: Event = {
    type: 0,
    track: undefined,
    name: '',
    isMessage: false,
    counter: undefined,
    deltaUs: undefined,
    absoluteUs: undefined,
    fact: undefined,
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
        event.name = interned.text(internedField.eventNames, reader.id()) ?? '';
        break;
      case eventField.categoryIid:
        reader.eachNumber(() => {
          takeCategory(event, interned.text(internedField.categories, reader.id()) ?? '');
        });
        break;
      case eventField.category:
        takeCategory(event, textOf(reader));
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
      case eventField.annotations:
        break;
      default:
        kinds.unreadIn('events', reader.field, reader.valueBytes, leftOfEvents);
    }
  }
  reader.expectWhole();
  return event;
}

const MESSAGE = 'message';

function takeCategory(event: Event, category: string): void {
  if (category === MESSAGE) event.isMessage = true;
  event.fact = factKindOf(category) ?? event.fact;
}
