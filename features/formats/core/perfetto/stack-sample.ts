import type { ProtoReader } from '../protobuf/proto-reader.ts';
import type { InternedData } from './interned-data.ts';
import {
  inlineFrameField,
  inlineStackField,
  sampleCounterField,
  sampleTaskField,
  sampleUnit,
  stackSampleField,
} from './tracks/trace-fields.ts';
import { textOf } from './tracks/trace-tracks.ts';

/** Frames of one inline stack that are held. */
const MOST_FRAMES = 4_096;

/** Thread of a sample; 0 if unknown. */
export interface SampleTask {
  readonly iid: number | bigint;
  readonly pid: number;
  readonly tid: number;
}

/** The measure of samples' weights. */
export interface SampleCounter {
  readonly iid: number | bigint;
  /** `time` in nanoseconds; `moment` for cycles and the like, whose samples show when they were taken. */
  readonly measure: 'time' | 'moment' | 'other';
  readonly multiplier: number;
}

export interface InlineFrame {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

export interface StackSample {
  readonly task: SampleTask | undefined;
  readonly counter: SampleCounter | undefined;
  readonly weight: number;
  /** Outermost first; undefined for an interned stack. */
  readonly frames: readonly InlineFrame[] | undefined;
  /** Id of an interned stack, 0 for none. */
  readonly callstack: number | bigint;
}

/** @param sequence names and defaults of the sample's producer */
export function stackSampleOf(
  reader: ProtoReader,
  { interned, counter: usual }: { readonly interned: InternedData; readonly counter: SampleCounter | undefined },
): StackSample {
  let task: SampleTask | undefined;
  let counter = usual;
  let weight = 0;
  let frames: readonly InlineFrame[] | undefined;
  let callstack: number | bigint = 0;
  while (reader.next()) {
    if (reader.field === stackSampleField.task) task = sampleTaskOf(reader.message());
    else if (reader.field === stackSampleField.taskIid) task = interned.task(reader.id());
    else if (reader.field === stackSampleField.callstack) frames = inlineFrames(reader.message());
    else if (reader.field === stackSampleField.callstackIid) callstack = reader.id();
    else if (reader.field === stackSampleField.counter) counter = sampleCounterOf(reader.message());
    else if (reader.field === stackSampleField.counterIid) counter = interned.counter(reader.id());
    else if (reader.field === stackSampleField.weight) weight = reader.unsigned();
  }
  reader.expectWhole();
  return { task, counter, weight, frames, callstack };
}

export function sampleTaskOf(reader: ProtoReader): SampleTask {
  let iid: number | bigint = 0;
  let [pid, tid] = [0, 0];
  while (reader.next()) {
    if (reader.field === sampleTaskField.iid) iid = reader.id();
    else if (reader.field === sampleTaskField.pid) pid = reader.unsigned();
    else if (reader.field === sampleTaskField.tid) tid = reader.unsigned();
  }
  reader.expectWhole();
  return { iid, pid, tid };
}

export function sampleCounterOf(reader: ProtoReader): SampleCounter {
  let iid: number | bigint = 0;
  let [unit, multiplier, hasText] = [0, 1, false];
  while (reader.next()) {
    if (reader.field === sampleCounterField.iid) iid = reader.id();
    else if (reader.field === sampleCounterField.unit) unit = reader.unsigned();
    else if (reader.field === sampleCounterField.unitText) hasText = textOf(reader) !== '';
    else if (reader.field === sampleCounterField.multiplier) multiplier = reader.unsigned() || 1;
  }
  reader.expectWhole();
  const measure = unit === sampleUnit.nanoseconds ? 'time' : !hasText && ofMoments.has(unit) ? 'moment' : 'other';
  return { iid, measure, multiplier };
}

const ofMoments: ReadonlySet<number> = new Set([sampleUnit.unknown, sampleUnit.cycles, sampleUnit.instructions, sampleUnit.count]);

function inlineFrames(reader: ProtoReader): readonly InlineFrame[] {
  const frames: InlineFrame[] = [];
  while (reader.next()) {
    if (reader.field === inlineStackField.frames && frames.length < MOST_FRAMES) frames.push(inlineFrame(reader.message()));
  }
  reader.expectWhole();
  return frames;
}

function inlineFrame(reader: ProtoReader): InlineFrame {
  let [name, file, line] = ['', '', 0];
  while (reader.next()) {
    if (reader.field === inlineFrameField.functionName) name = textOf(reader);
    else if (reader.field === inlineFrameField.sourceFile) file = textOf(reader);
    else if (reader.field === inlineFrameField.line) line = reader.unsigned();
  }
  return { name, file, line };
}
