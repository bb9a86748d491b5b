import { FieldWriter, LEAST_SIGNED, MOST_SIGNED } from './field-writer.ts';
import { type FieldPlan, type MessagePlan, planOf } from './plan.ts';
import { MAX_LIST_ITEMS, MAX_MESSAGE_BYTES, MAX_STRING_BYTES, type Message } from './schema.ts';

/** Bytes per text of an overlong message: 4,096 items of five such texts fit. Invalid UTF-8 takes three bytes each. */
const CUT_TEXT_BYTES = 32;

/** Keeps the bases, so one encoder serves one stream. */
export class Encoder {
  timeUs: number;
  node: number;
  readonly #body = new FieldWriter();
  readonly #frame = new FieldWriter();
  #mostTextBytes = MAX_STRING_BYTES;

  /** Starts at a reader's bases. */
  constructor(bases: { readonly timeUs: number; readonly node: number } = { timeUs: 0, node: 0 }) {
    this.timeUs = bases.timeUs;
    this.node = bases.node;
  }

  /**
   * Never throws for decoded messages: overlong texts are cut, and times or nodes too far from the bases are moved closer (2^52 µs are 142
   * years). Throws RangeError for other values beyond the protocol, leaving the bases unchanged.
   */
  encode(message: Message): Uint8Array {
    const plan = planOf(message.type);
    const values = new Map<string, unknown>(Object.entries(message));
    const before = { timeUs: this.timeUs, node: this.node };
    try {
      this.#fields(plan, values);
      if (this.#body.length > MAX_MESSAGE_BYTES) {
        Object.assign(this, before);
        this.#mostTextBytes = CUT_TEXT_BYTES;
        this.#fields(plan, values);
      }
      if (this.#body.length > MAX_MESSAGE_BYTES) throw new RangeError(`A “${message.type}” of ${this.#body.length} bytes is too long.`);
    } catch (error) {
      Object.assign(this, before);
      throw error;
    } finally {
      this.#mostTextBytes = MAX_STRING_BYTES;
    }
    if (message.type === 'hello') this.node = 0;
    this.#frame.clear();
    this.#frame.varint(this.#body.length);
    this.#frame.raw(this.#body.copy());
    return this.#frame.copy();
  }

  #fields(plan: MessagePlan, values: ReadonlyMap<string, unknown>): void {
    this.#body.clear();
    this.#body.varint(plan.number);
    let last = plan.fields.length;
    while (plan.fields[last - 1]?.kind === 'more' && (values.get(plan.fields[last - 1]?.name ?? '') ?? 0) === 0) last--;
    for (const field of plan.fields.slice(0, last)) this.#field(field, values.get(field.name));
  }

  #field(field: FieldPlan, value: unknown): void {
    const body = this.#body;
    switch (field.kind) {
      case 'u':
        body.varint(wholeNumber(field, value));
        break;
      case 'more':
        body.varint(wholeNumber(field, value ?? 0));
        break;
      case 's':
        body.signed(wholeNumber(field, value));
        break;
      case 'opt':
        body.optional(value === undefined ? undefined : wholeNumber(field, value));
        break;
      case 't':
        this.#time(wholeNumber(field, value));
        break;
      case 'T':
        this.timeUs = wholeNumber(field, value);
        body.varint(this.timeUs);
        break;
      case 'n':
        this.#stack(wholeNumber(field, value));
        break;
      case 'N':
        this.node = wholeNumber(field, value);
        body.varint(this.node);
        break;
      case 'str':
        if (typeof value !== 'string') throw new RangeError(`“${field.name}” must be a text.`);
        body.text(value, this.#mostTextBytes);
        break;
      case 'bytes':
        if (!(value instanceof Uint8Array)) throw new RangeError(`“${field.name}” must be bytes.`);
        body.bytes(value);
        break;
      case 'list':
        this.#list(field, value);
        break;
    }
  }

  #time(timeUs: number): void {
    const stepUs = reachable(timeUs - this.timeUs);
    this.#body.signed(stepUs);
    this.timeUs += stepUs;
  }

  #stack(node: number): void {
    const step = reachable(node - this.node);
    this.#body.signed(step);
    this.node += step;
  }

  #list(field: FieldPlan, value: unknown): void {
    if (!Array.isArray(value) || value.length > MAX_LIST_ITEMS) {
      throw new RangeError(`“${field.name}” must be a list of at most ${MAX_LIST_ITEMS} items.`);
    }
    this.#body.varint(value.length);
    for (const item of value) {
      const parts = new Map<string, unknown>(Object.entries(item));
      for (const part of field.items) this.#field(part, parts.get(part.name));
    }
  }
}

function reachable(step: number): number {
  return Math.max(LEAST_SIGNED, Math.min(step, MOST_SIGNED));
}

function wholeNumber(field: FieldPlan, value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new RangeError(`“${field.name}” must be a whole number.`);
  return value;
}
