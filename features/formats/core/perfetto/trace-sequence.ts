import type { ImportTask } from '../import/profile-reader.ts';
import type { ProtoReader } from '../protobuf/proto-reader.ts';
import { InternedData, type TraceImages } from './interned-data.ts';
import { type SampleCounter, sampleCounterOf } from './stack-sample.ts';
import { defaultsField, eventField, sampleDefaultsField, WALL_TIMEBASE } from './tracks/trace-fields.ts';
import { type TraceTracks, type TrackId, textOf } from './tracks/trace-tracks.ts';

/** Defaults and names of one producer's packets, until it clears them. */
export class TraceSequence {
  readonly interned: InternedData;
  /** Begin and names are known. */
  isWhole = false;
  clock: number | undefined;
  track: TrackId | undefined;
  /** Rate of its samples, 0 if unknown. */
  samplesPerSecond = 0;
  /** Of its stack samples that name none. */
  counter: SampleCounter | undefined;
  /** Its samples say where stacks end. */
  hasEnds = false;
  /** Thread of the sequence's descriptor. */
  thread: { readonly pid: number; readonly tid: number } | undefined;
  /** Time base of streaming profiles and old events. */
  lastUs = 0;

  constructor(task: ImportTask, images: TraceImages) {
    this.interned = new InternedData(task, images);
  }

  clear(): void {
    this.interned.clear();
    this.isWhole = true;
    this.clock = undefined;
    this.track = undefined;
    this.samplesPerSecond = 0;
    this.hasEnds = false;
    this.counter = undefined;
  }

  /** Later defaults replace earlier ones as a whole. */
  setDefaults(reader: ProtoReader): void {
    this.clock = undefined;
    this.track = undefined;
    while (reader.next()) {
      if (reader.field === defaultsField.clock) this.clock = reader.unsigned();
      else if (reader.field === defaultsField.trackEvent) {
        const event = reader.message();
        while (event.next()) if (event.field === eventField.track) this.track = event.id();
      } else if (reader.field === defaultsField.perfSample) this.#perfSample(reader.message());
      else if (reader.field === defaultsField.stackSample) {
        const sample = reader.message();
        while (sample.next()) if (sample.field === sampleDefaultsField.counter) this.counter = sampleCounterOf(sample.message());
      }
    }
    reader.expectWhole();
  }

  /** The thread of the sequence's samples and old events. */
  setThread(reader: ProtoReader, tracks: TraceTracks): void {
    const { thread, referenceUs } = tracks.describeThread(reader);
    this.thread = thread;
    this.lastUs = referenceUs;
  }

  #perfSample(reader: ProtoReader): void {
    while (reader.next()) {
      if (reader.field !== defaultsField.timebase) continue;
      const timebase = reader.message();
      while (timebase.next()) {
        if (timebase.field === defaultsField.frequency) this.samplesPerSecond = timebase.unsigned();
        else if (timebase.field === defaultsField.timebaseName) this.hasEnds = textOf(timebase) === WALL_TIMEBASE;
      }
    }
  }
}
