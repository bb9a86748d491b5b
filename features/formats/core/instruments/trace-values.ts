import { uuidBytes } from '../field/native-frames.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { SessionBuilder } from '../import/session-builder.ts';
import { CallFrames, type TraceFrame } from './call-frames.ts';

/** One element of an export, as others refer to it. */
export interface TraceValue {
  readonly tag: string;
  /** As Instruments shows it; '' if it has no such text. */
  readonly shown: string;
  readonly text: string;
  /** Parts of those elements that have some: threads, processes, rows. */
  readonly parts: readonly TraceValue[];
  readonly frame?: TraceFrame;
  /** Stack of a backtrace; 0: empty. */
  readonly stack?: number;
  /** Handle of a library, and its begin. */
  readonly image?: { readonly handle: number; readonly base: number };
}

export interface OpenElement {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parts: TraceValue[];
  text: string;
}

const MOST_KEPT = 1 << 22;
/** Most parts of one element. */
const MOST_PARTS = 1 << 16;
/** Elements whose parts are kept until they close. */
const OWNERS: ReadonlySet<string> = new Set(['row', 'thread', 'process', 'backtrace', 'tagged-backtrace', 'frame', 'source']);
/** Their texts for people are read; others, such as times', only make the held text larger. */
const SHOWN: ReadonlySet<string> = new Set(['thread', 'process', 'hang-type', 'string', 'narrative']);
const NONE: readonly TraceValue[] = [];
/** Their parts are of interest to rows. */
const WITH_PARTS: ReadonlySet<string> = new Set(['row', 'thread', 'process', 'source']);

/** Closed elements -> values; later ones refer to them by id. */
export class TraceValues {
  readonly #byId = new Map<string, TraceValue>();
  readonly #builder: SessionBuilder;
  readonly #frames: CallFrames;
  readonly #report: ImportReport;
  #heldLetters = 0;

  constructor(builder: SessionBuilder, report: ImportReport) {
    this.#builder = builder;
    this.#frames = new CallFrames(builder);
    this.#report = report;
  }

  /** Undefined where nothing has the id that the element refers to. */
  close(element: OpenElement): TraceValue | undefined {
    const { attributes } = element;
    const ref = attributes.get('ref');
    if (ref !== undefined) {
      const found = this.#byId.get(ref);
      if (found === undefined) this.#report.skipped('references to unknown elements');
      return found;
    }
    const value = this.#valueOf(element);
    const id = attributes.get('id');
    if (id !== undefined) this.#keep(id, value);
    return value;
  }

  /** A part of the open element around it. */
  add(value: TraceValue, owner: OpenElement | undefined): void {
    if (owner === undefined || !OWNERS.has(owner.tag)) return;
    if (owner.parts.length < MOST_PARTS) owner.parts.push(value);
    else this.#report.skipped('elements beyond the bound');
  }

  #keep(id: string, value: TraceValue): void {
    this.#heldLetters += id.length + value.shown.length + value.text.length + (value.frame?.name.length ?? 0);
    if (this.#byId.size < MOST_KEPT && this.#heldLetters <= importLimits.heldBytes) this.#byId.set(id, value);
    else this.#report.skipped('elements beyond the bound');
  }

  #valueOf({ tag, attributes, parts, text }: OpenElement): TraceValue {
    const value = {
      tag,
      shown: SHOWN.has(tag) ? (attributes.get('fmt') ?? '') : '',
      text: text.trim(),
      parts: WITH_PARTS.has(tag) ? parts : NONE,
    };
    switch (tag) {
      case 'binary':
        return { ...value, image: this.#image(attributes) };
      case 'path':
        return value;
      case 'source':
        return { ...value, shown: attributes.get('line') ?? '' };
      case 'frame':
        return { ...value, frame: frameOf(attributes, parts) };
      case 'backtrace':
      case 'tagged-backtrace': {
        const inner = parts.find(({ stack }) => stack !== undefined);
        return { ...value, stack: inner?.stack ?? this.#frames.stack(parts.flatMap(({ frame }) => (frame === undefined ? [] : [frame]))) };
      }
      default:
        return value;
    }
  }

  #image(attributes: ReadonlyMap<string, string>): { readonly handle: number; readonly base: number } {
    const base = hex(attributes.get('load-addr') ?? '') ?? 0;
    const path = attributes.get('path') || (attributes.get('name') ?? '');
    return { handle: this.#builder.image({ path, buildId: uuidBytes(attributes.get('UUID') ?? ''), base }), base };
  }
}

function frameOf(attributes: ReadonlyMap<string, string>, parts: readonly TraceValue[]): TraceFrame {
  const source = parts.find(({ tag }) => tag === 'source');
  const line = Number(source?.shown ?? '0');
  return {
    name: attributes.get('name') ?? '',
    address: hex(attributes.get('addr') ?? ''),
    image: parts.find(({ image }) => image !== undefined)?.image,
    file: source?.parts.find(({ tag }) => tag === 'path')?.text ?? '',
    line: Number.isSafeInteger(line) && line > 0 ? line : 0,
  };
}

function hex(text: string): number | undefined {
  return /^0x[0-9a-f]{1,13}$/i.test(text) ? Number.parseInt(text.slice(2), 16) : undefined;
}
