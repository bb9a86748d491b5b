import { ProtoWriter } from '../protobuf/proto-writer.ts';
import { functionField, labelField, lineField, locationField, profileField, sampleField, valueTypeField } from './pprof-fields.ts';

interface ValueType {
  readonly type: string;
  readonly unit: string;
}

interface PprofHeader {
  readonly sampleTypes: readonly ValueType[];
  readonly defaultSampleType: string;
  /** Since 1970. */
  readonly timeNanos: bigint;
  readonly durationNanos: number;
  readonly period: ValueType & { readonly value: number };
  readonly comments: readonly string[];
}

/** A profile of pprof as bytes, not gzipped. Functions, places and texts are written once. */
export class PprofEncoder {
  readonly #out = new ProtoWriter();
  readonly #part = new ProtoWriter();
  readonly #inner = new ProtoWriter();
  readonly #texts = new Map<string, number>([['', 0]]);
  readonly #functions = new Map<string, number>();
  readonly #locations = new Map<string, number>();

  constructor({ sampleTypes, defaultSampleType, timeNanos, durationNanos, period, comments }: PprofHeader) {
    for (const type of sampleTypes) this.#valueType(profileField.sampleType, type);
    this.#out.number(profileField.timeNanos, timeNanos);
    this.#out.number(profileField.durationNanos, durationNanos);
    this.#valueType(profileField.periodType, period);
    this.#out.number(profileField.period, period.value);
    this.#out.numbers(
      profileField.comment,
      comments.map((comment) => this.#text(comment)),
    );
    this.#out.number(profileField.defaultSampleType, this.#text(defaultSampleType));
  }

  /** Handle of a place in a function. @param line 0 if unknown */
  location(name: string, file: string, line: number): number {
    const method = this.#function(name, file);
    const key = `${method} ${line}`;
    const known = this.#locations.get(key);
    if (known !== undefined) return known;
    const id = this.#locations.size + 1;
    this.#locations.set(key, id);
    this.#inner.clear();
    this.#inner.number(lineField.function, method);
    this.#inner.number(lineField.line, line);
    this.#part.clear();
    this.#part.number(locationField.id, id);
    this.#part.message(locationField.line, this.#inner);
    this.#out.message(profileField.location, this.#part);
    return id;
  }

  /** @param locations innermost first @param values one per sample type */
  sample(locations: readonly number[], values: readonly number[], labels: Readonly<Record<string, string | number | bigint>>): void {
    this.#part.clear();
    this.#part.numbers(sampleField.location, locations);
    this.#part.numbers(sampleField.value, values);
    for (const [key, value] of Object.entries(labels)) {
      this.#inner.clear();
      this.#inner.number(labelField.key, this.#text(key));
      if (typeof value === 'string') this.#inner.number(labelField.text, this.#text(value));
      else this.#inner.number(labelField.number, value);
      this.#part.message(sampleField.label, this.#inner);
    }
    this.#out.message(profileField.sample, this.#part);
  }

  /** Ends the profile. */
  finish(): Uint8Array {
    for (const text of this.#texts.keys()) this.#out.text(profileField.string, text);
    return this.#out.take();
  }

  #function(name: string, file: string): number {
    const key = `${name}\n${file}`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    const id = this.#functions.size + 1;
    this.#functions.set(key, id);
    this.#part.clear();
    this.#part.number(functionField.id, id);
    this.#part.number(functionField.name, this.#text(name));
    this.#part.number(functionField.systemName, this.#text(name));
    this.#part.number(functionField.file, this.#text(file));
    this.#out.message(profileField.function, this.#part);
    return id;
  }

  #valueType(field: number, { type, unit }: ValueType): void {
    this.#part.clear();
    this.#part.number(valueTypeField.type, this.#text(type));
    this.#part.number(valueTypeField.unit, this.#text(unit));
    this.#out.message(field, this.#part);
  }

  #text(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const index = this.#texts.size;
    this.#texts.set(text, index);
    return index;
  }
}
