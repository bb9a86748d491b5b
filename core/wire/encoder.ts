import { FieldWriter } from './field-writer.ts';
import { type FieldPlan, planOf } from './plan.ts';
import { MAX_LIST_ITEMS, MAX_MESSAGE_BYTES, type Message } from './schema.ts';

/** Turns messages into bytes; keeps the bases of the differences, so one encoder serves one stream. */
export class Encoder {
  timeUs: number;
  node: number;
  readonly #body = new FieldWriter();
  readonly #frame = new FieldWriter();

  /** Starts at the bases that the reader of the stream will have there. */
  constructor(bases: { readonly timeUs: number; readonly node: number } = { timeUs: 0, node: 0 }) {
    this.timeUs = bases.timeUs;
    this.node = bases.node;
  }

  /** Throws RangeError for values that the protocol cannot carry; the encoder's bases are then as before. */
  encode(message: Message): Uint8Array {
    const plan = planOf(message.type);
    const values = new Map<string, unknown>(Object.entries(message));
    const before = { timeUs: this.timeUs, node: this.node };
    this.#body.clear();
    try {
      this.#body.varint(plan.number);
      let last = plan.fields.length;
      while (plan.fields[last - 1]?.kind === 'more' && (values.get(plan.fields[last - 1]?.name ?? '') ?? 0) === 0) last--;
      for (const field of plan.fields.slice(0, last)) this.#field(field, values.get(field.name));
      if (this.#body.length > MAX_MESSAGE_BYTES) throw new RangeError(`A “${message.type}” of ${this.#body.length} bytes is too long.`);
    } catch (error) {
      this.timeUs = before.timeUs;
      this.node = before.node;
      throw error;
    }
    if (message.type === 'hello') this.node = 0;
    this.#frame.clear();
    this.#frame.varint(this.#body.length);
    this.#frame.raw(this.#body.copy());
    return this.#frame.copy();
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
        body.text(value);
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
    this.#body.signed(timeUs - this.timeUs);
    this.timeUs = timeUs;
  }

  #stack(node: number): void {
    this.#body.signed(node - this.node);
    this.node = node;
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

function wholeNumber(field: FieldPlan, value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new RangeError(`“${field.name}” must be a whole number.`);
  return value;
}
