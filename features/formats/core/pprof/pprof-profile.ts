import { ProtoReader } from '../protobuf/proto-reader.ts';
import {
  functionField,
  labelField,
  lineField,
  locationField,
  mappingField,
  profileField,
  sampleField,
  valueTypeField,
} from './pprof-fields.ts';
import { PprofStrings } from './pprof-strings.ts';

/** Exact, also beyond 2^53. */
type Id = number | bigint;

interface PprofLine {
  readonly function: Id;
  readonly line: number;
}

export interface PprofLocation {
  readonly mapping: Id;
  readonly address: number;
  /** Innermost first: all but the last were inlined. */
  readonly lines: readonly PprofLine[];
}

/** Texts are indexes of `PprofProfile.strings`. */
export interface PprofFunction {
  readonly name: number;
  readonly systemName: number;
  readonly file: number;
}

export interface PprofMapping {
  readonly start: number;
  readonly limit: number;
  readonly offset: number;
  readonly file: number;
  readonly buildId: number;
}

interface PprofLabel {
  readonly key: number;
  readonly text: number;
  readonly number: number;
}

export interface PprofSample {
  /** Innermost first. */
  readonly locations: readonly Id[];
  readonly values: readonly number[];
  readonly labels: readonly PprofLabel[];
}

interface PprofLimits {
  readonly samples: number;
  readonly frames: number;
  readonly images: number;
  readonly texts: number;
  readonly letters: number;
  readonly depth: number;
}

/** A profile's tables; samples are read one at a time, since texts and locations may follow them. */
export class PprofProfile {
  readonly strings: PprofStrings;
  readonly mappings = new Map<Id, PprofMapping>();
  readonly locations = new Map<Id, PprofLocation>();
  readonly functions = new Map<Id, PprofFunction>();
  readonly sampleTypes: { readonly type: number; readonly unit: number }[] = [];
  periodType = { type: 0, unit: 0 };
  period = 0;
  timeNanos = 0;
  durationNanos = 0;
  defaultSampleType = 0;
  /** The file ends within a field, which starts here. */
  cutAt: number | undefined;
  /** Rows beyond the bounds. */
  beyond = 0;
  readonly #bytes: Uint8Array;
  readonly #limits: PprofLimits;
  #samples = 0;

  /** Throws ProtoError for bytes that are no profile. */
  constructor(bytes: Uint8Array, limits: PprofLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.strings = new PprofStrings(limits.letters);
    const reader = new ProtoReader(bytes);
    while (reader.next()) this.#read(reader);
    if (reader.isCut) this.cutAt = reader.position;
  }

  get sampleCount(): number {
    return this.#samples;
  }

  #read(reader: ProtoReader): void {
    const { images, frames, texts } = this.#limits;
    switch (reader.field) {
      case profileField.sampleType:
        if (this.#fits(this.sampleTypes.length, 100)) this.sampleTypes.push(valueTypeOf(reader.message()));
        return;
      case profileField.sample:
        this.#samples++;
        return;
      case profileField.mapping:
        if (this.#fits(this.mappings.size, images)) this.mappings.set(...mappingOf(reader.message()));
        return;
      case profileField.location:
        if (this.#fits(this.locations.size, frames)) this.locations.set(...locationOf(reader.message(), this.#limits.depth));
        return;
      case profileField.function:
        if (this.#fits(this.functions.size, frames)) this.functions.set(...functionOf(reader.message()));
        return;
      case profileField.string:
        if (this.#fits(this.strings.length, texts)) this.strings.add(reader.bytes());
        return;
      case profileField.timeNanos:
        this.timeNanos = reader.signed();
        return;
      case profileField.durationNanos:
        this.durationNanos = reader.signed();
        return;
      case profileField.periodType:
        this.periodType = valueTypeOf(reader.message());
        return;
      case profileField.period:
        this.period = reader.signed();
        return;
      case profileField.defaultSampleType:
        this.defaultSampleType = reader.signed();
    }
  }

  #fits(count: number, most: number): boolean {
    if (count < most) return true;
    this.beyond++;
    return false;
  }

  *samples(): Generator<PprofSample> {
    const reader = new ProtoReader(this.#bytes);
    let count = 0;
    while (count < this.#limits.samples && reader.next()) {
      if (reader.field !== profileField.sample) continue;
      count++;
      yield sampleOf(reader.message(), this.#limits.depth);
    }
  }
}

/** A nested message ends where its parent says: nothing in it may be cut. */
function* fieldsOf(reader: ProtoReader): Generator<ProtoReader> {
  while (reader.next()) yield reader;
  reader.expectWhole();
}

function valueTypeOf(message: ProtoReader): { readonly type: number; readonly unit: number } {
  let type = 0;
  let unit = 0;
  for (const reader of fieldsOf(message)) {
    if (reader.field === valueTypeField.type) type = reader.signed();
    else if (reader.field === valueTypeField.unit) unit = reader.signed();
  }
  return { type, unit };
}

function mappingOf(message: ProtoReader): [Id, PprofMapping] {
  let id: Id = 0;
  const mapping = { start: 0, limit: 0, offset: 0, file: 0, buildId: 0 };
  for (const reader of fieldsOf(message)) {
    if (reader.field === mappingField.id) id = reader.id();
    else if (reader.field === mappingField.start) mapping.start = reader.unsigned();
    else if (reader.field === mappingField.limit) mapping.limit = reader.unsigned();
    else if (reader.field === mappingField.offset) mapping.offset = reader.unsigned();
    else if (reader.field === mappingField.file) mapping.file = reader.signed();
    else if (reader.field === mappingField.buildId) mapping.buildId = reader.signed();
  }
  return [id, mapping];
}

function locationOf(message: ProtoReader, mostLines: number): [Id, PprofLocation] {
  let id: Id = 0;
  let mapping: Id = 0;
  let address = 0;
  const lines: PprofLine[] = [];
  for (const reader of fieldsOf(message)) {
    if (reader.field === locationField.id) id = reader.id();
    else if (reader.field === locationField.mapping) mapping = reader.id();
    else if (reader.field === locationField.address) address = reader.unsigned();
    else if (reader.field === locationField.line && lines.length < mostLines) lines.push(lineOf(reader.message()));
  }
  return [id, { mapping, address, lines }];
}

function lineOf(message: ProtoReader): PprofLine {
  let id: Id = 0;
  let line = 0;
  for (const reader of fieldsOf(message)) {
    if (reader.field === lineField.function) id = reader.id();
    else if (reader.field === lineField.line) line = reader.signed();
  }
  return { function: id, line };
}

function functionOf(message: ProtoReader): [Id, PprofFunction] {
  let id: Id = 0;
  const found = { name: 0, systemName: 0, file: 0 };
  for (const reader of fieldsOf(message)) {
    if (reader.field === functionField.id) id = reader.id();
    else if (reader.field === functionField.name) found.name = reader.signed();
    else if (reader.field === functionField.systemName) found.systemName = reader.signed();
    else if (reader.field === functionField.file) found.file = reader.signed();
  }
  return [id, found];
}

function sampleOf(message: ProtoReader, mostDepth: number): PprofSample {
  const locations: Id[] = [];
  const values: number[] = [];
  const labels: PprofLabel[] = [];
  for (const reader of fieldsOf(message)) {
    if (reader.field === sampleField.location) {
      reader.eachNumber(() => {
        if (locations.length < mostDepth) locations.push(reader.id());
      });
    } else if (reader.field === sampleField.value) {
      reader.eachNumber(() => {
        if (values.length < 100) values.push(reader.signed());
      });
    } else if (reader.field === sampleField.label && labels.length < 100) {
      labels.push(labelOf(reader.message()));
    }
  }
  return { locations, values, labels };
}

function labelOf(message: ProtoReader): PprofLabel {
  const label = { key: 0, text: 0, number: 0 };
  for (const reader of fieldsOf(message)) {
    if (reader.field === labelField.key) label.key = reader.signed();
    else if (reader.field === labelField.text) label.text = reader.signed();
    else if (reader.field === labelField.number) label.number = reader.signed();
  }
  return label;
}
