import { MAX_STACK_DEPTH } from '../../../../core/wire/schema.ts';
import { TextTable } from '../held/text-table.ts';
import { allBytes } from '../import/byte-source.ts';
import { damaged, malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { idNumber } from '../import/written-id.ts';
import { ProtoError, ProtoReader } from '../protobuf/proto-reader.ts';
import { functionField, locationField, mappingField, profileField, sampleField, valueTypeField } from './pprof-fields.ts';
import { PprofProfile, type PprofSample } from './pprof-profile.ts';
import { PprofStacks } from './pprof-stacks.ts';
import { type WeightValue, weightValueOf } from './weight-value.ts';

const LOOKS_LIKE = 'a profile of pprof';
/** Labels of threads, as profilers write them. */
const THREAD_NAMES: ReadonlySet<string> = new Set(['thread', 'thread name', 'thread_name', 'threadname', 'comm']);
const THREAD_IDS: ReadonlySet<string> = new Set(['tid', 'thread id', 'thread_id', 'threadid']);
/** Nanoseconds since 1970. */
const END_TIME = 'end_timestamp_ns';
const STEP = 256;

/** Fields that are messages, with the numbers of their fields. */
const parts: ReadonlyMap<number, ReadonlySet<number>> = new Map(
  (
    [
      [profileField.sampleType, valueTypeField],
      [profileField.sample, sampleField],
      [profileField.mapping, { ...mappingField, flags: 7, moreFlags: 8, filenames: 9, inlined: 10 }],
      [profileField.location, { ...locationField, isFolded: 5 }],
      [profileField.function, functionField],
    ] as const
  ).map(([field, fields]) => [field, new Set(Object.values(fields))]),
);
/** Fields of a begin without a sample type that make it one of pprof. */
const FEW_FIELDS = 16;

/** A sample type, or a long begin of such tables and texts: writers put fields in any order. Its first text is empty. */
export function looksLikePprof({ bytes }: Beginning): boolean {
  try {
    const reader = new ProtoReader(bytes);
    let [types, fields, texts] = [0, 0, 0];
    while (reader.next()) {
      fields++;
      const known = parts.get(reader.field);
      if (known !== undefined) {
        if (reader.field === profileField.sampleType) types++;
        const message = reader.message();
        const isType = reader.field === profileField.sampleType;
        while (message.next()) if (!known.has(message.field) || (isType && !message.isVarint)) return false;
        if (message.isCut) return false;
      } else if (reader.field > profileField.defaultSampleType + 1) {
        return false;
      } else if (reader.field === profileField.string) {
        const text = reader.bytes();
        if (texts++ === 0 && text.length > 0) return false;
      }
    }
    return types > 0 || (reader.isCut && fields >= FEW_FIELDS);
  } catch (error) {
    if (error instanceof ProtoError) return false;
    throw error;
  }
}

/** Samples with times are placed there, others follow one another on their thread. */
export async function readPprof(task: ImportTask): Promise<void> {
  const { source } = task;
  const bytes = await allBytes(source, importLimits.heldBytes);
  try {
    const limits = { ...importLimits, texts: importLimits.frames, depth: MAX_STACK_DEPTH };
    await readProfile(task, new PprofProfile(bytes, limits), bytes.length);
  } catch (error) {
    if (error instanceof ProtoError) throw malformed(source.name, LOOKS_LIKE, error.message, error);
    throw error;
  }
}

async function readProfile(task: ImportTask, profile: PprofProfile, size: number): Promise<void> {
  const { source, builder, report, turns } = task;
  if (profile.cutAt !== undefined) report.truncated(`after ${profile.cutAt.toLocaleString('en')} of ${size.toLocaleString('en')} bytes`);
  report.skipped('entries of tables beyond the bound', profile.beyond);
  const weight = weightValueOf(profile, report);
  if (weight === undefined) {
    const kinds = profile.sampleTypes.map(({ type, unit }) => `${profile.strings.at(type)} in ${profile.strings.at(unit)}`).join(', ');
    if (kinds === '') throw damaged(source.name, LOOKS_LIKE, 'does not say what it counts');
    throw malformed(source.name, LOOKS_LIKE, `counts no time, but ${kinds.slice(0, 200)}`);
  }
  const stacks = new PprofStacks(profile, builder, report);
  const threads = new Threads(task, profile, weight);
  let read = 0;
  for (const sample of profile.samples()) {
    threads.add(sample, stacks.of(sample.locations));
    if (++read % STEP === 0) await turns.pause();
  }
  report.read('samples', read);
  report.skipped('samples beyond the bound', profile.sampleCount - read);
  const wallUs = threads.isTimed === true ? builder.earliestUs : profile.timeNanos / 1_000;
  builder.process({ name: source.name, ...(wallUs > 0 ? { wallUs: Math.round(wallUs) } : {}) });
  report.assumed(`The time of samples is their ${weight.label}.`);
  if (threads.isTimed !== true) report.untimed('Samples without times follow one another in the order of the file, so no lags are listed.');
}

type LabelKind = 'end' | 'name' | 'id' | 'other';

function labelKind(label: string): LabelKind {
  const key = label.toLowerCase();
  if (key === END_TIME) return 'end';
  return THREAD_NAMES.has(key) ? 'name' : THREAD_IDS.has(key) ? 'id' : 'other';
}

/** Times of samples on their threads. */
class Threads {
  #isTimed: boolean | undefined;
  readonly #task: ImportTask;
  readonly #profile: PprofProfile;
  readonly #weight: WeightValue;
  readonly #byKey: TextTable<{ readonly thread: number; atUs: number }>;
  readonly #kinds = new Map<number, LabelKind>();

  constructor(task: ImportTask, profile: PprofProfile, weight: WeightValue) {
    this.#task = task;
    this.#byKey = new TextTable(task.builder.held, importLimits.threads);
    this.#profile = profile;
    this.#weight = weight;
  }

  add({ values, labels }: PprofSample, stack: number): void {
    const { builder, report } = this.#task;
    let name = '';
    let id = '';
    let endNs = 0;
    for (const { key, text, number } of labels) {
      const kind = this.#kindOf(key);
      if (kind === 'end') endNs = number;
      else if (kind === 'name') name = this.#profile.strings.at(text);
      else if (kind === 'id') id = number === 0 ? this.#profile.strings.at(text) : String(number);
    }
    const us = (values[this.#weight.index] ?? Number.NaN) * this.#weight.us;
    if (!(us > 0)) {
      report.skipped('samples without a weight');
      return;
    }
    this.#isTimed ??= endNs > 0;
    if (this.#isTimed !== endNs > 0) {
      report.skipped(`samples ${this.#isTimed ? 'without' : 'with'} a time, unlike the first`);
      return;
    }
    const place = this.#place(name, id);
    if (place === undefined) {
      report.skipped('samples of threads beyond the bound');
      return;
    }
    const endUs = endNs > 0 ? endNs / 1_000 : place.atUs + us;
    // CPU time between two samples says nothing about the time between them.
    if (this.#weight.isCpu) builder.sample(place.thread, endUs - us, endUs, stack, 'running', us);
    else builder.sample(place.thread, endUs - us, endUs, stack);
    place.atUs = endUs;
  }

  /** Each sample has its labels: a key is compared once. */
  #kindOf(key: number): LabelKind {
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    const kind = labelKind(this.#profile.strings.at(key));
    if (key < this.#profile.strings.length) this.#kinds.set(key, kind);
    return kind;
  }

  /** Undefined without samples. */
  get isTimed(): boolean | undefined {
    return this.#isTimed;
  }

  /** Ids of any text are threads of their own. Undefined beyond the bound. */
  #place(name: string, id: string): { readonly thread: number; atUs: number } | undefined {
    const key = `${id}\n${name}`;
    const known = this.#byKey.get(key);
    if (known !== undefined || this.#byKey.size >= importLimits.threads) return known;
    const tid = idNumber(id) ?? 0;
    const label = name || (id === '' ? 'all threads' : `thread ${id}`);
    // Without times there are no lags, so no thread is main.
    const thread = this.#task.builder.thread({ name: label, tid, ...(this.#isTimed === true ? {} : { isMain: false }) });
    const made = { thread, atUs: 0 };
    this.#byKey.set(key, made);
    return made;
  }
}
