import { type DecodeFailure, type DecodeFailureCode, describeFailure } from './failure.ts';
import { FieldReader } from './field-reader.ts';
import { readFrequent } from './frequent-messages.ts';
import { messageExtent, PartialMessage } from './partial-message.ts';
import { type FieldPlan, type MessagePlan, plansByNumber } from './plan.ts';
import { MAX_LIST_ITEMS, type Message, type MessageDefinition, messages } from './schema.ts';

type Sender = MessageDefinition['from'];
type Value = string | number | undefined | Uint8Array | readonly Readonly<Record<string, unknown>>[];

export interface MessageSink {
  /** Any message; a `sample` only when incomplete, with missing fields 0. */
  apply(message: Message): void;
  /** Without an object, since most messages are samples. */
  sample(thread: number, atUs: number, node: number, state: number, cpuUs: number | undefined, allocatedBytes: number): void;
}

/** A sink that receives objects only. */
export function sinkOf(apply: (message: Message) => void): MessageSink {
  return {
    apply,
    sample(thread, atUs, node, state, cpuUs, allocatedBytes) {
      const sample: Message<'sample'> = { type: 'sample', thread, atUs, node, state, cpuUs };
      apply(allocatedBytes === 0 ? sample : { ...sample, allocatedBytes });
    },
  };
}

const SAMPLE = messages.sample.number;

/**
 * Decodes bytes, split anywhere, into messages with absolute times and nodes.
 * For untrusted bytes: sizes are bounded, nothing throws. After a defect, `failure` is set and no message follows. Unknown messages and
 * trailing bytes are skipped, missing fields read as zero.
 */
export class Decoder {
  /** Bases of differences after the last message, which a reader that starts there needs. */
  timeUs = 0;
  node = 0;
  /** End of the whole valid messages, from the stream's begin. */
  offset = 0;
  failure: DecodeFailure | undefined;
  readonly #senders: ReadonlySet<Sender> | undefined;
  readonly #reader = new FieldReader();
  readonly #partial = new PartialMessage();

  /** With `senders`, messages of another sender fail: agents must not write the host's records. */
  constructor(options: { readonly senders?: readonly Sender[] } = {}) {
    this.#senders = options.senders === undefined ? undefined : new Set(options.senders);
  }

  /** Returns the messages completed by these bytes, which may be reused afterwards. */
  push(bytes: Uint8Array): readonly Message[] {
    const list: Message[] = [];
    this.decode(
      bytes,
      sinkOf((message) => void list.push(message)),
    );
    return list;
  }

  /** Like `push`, but delivers each message at once. */
  decode(bytes: Uint8Array, out: MessageSink): void {
    if (this.failure !== undefined) return;
    let at = 0;
    if (!this.#partial.isEmpty) {
      const filled = this.#partial.fill(bytes, 0);
      if (filled === 'tooLong') this.#fail('messageTooLong', undefined);
      else at = filled;
      if (this.#partial.isWhole) {
        this.#message(this.#partial.bytes, this.#partial.body, this.#partial.end, out);
        this.offset += this.failure === undefined ? this.#partial.end : 0;
        this.#partial.clear();
      }
    }
    while (at < bytes.length && this.failure === undefined) {
      // Raw, as every message passes here: the loop's condition bounds `at`.
      const length = bytes[at] ?? 0;
      // Nearly all messages are short and complete.
      if (length < 0x80 && at + 1 + length <= bytes.length) {
        this.#message(bytes, at + 1, at + 1 + length, out);
        if (this.failure === undefined) this.offset += 1 + length;
        at += 1 + length;
        continue;
      }
      const extent = messageExtent(bytes, at, bytes.length);
      if (extent === 'tooLong') {
        this.#fail('messageTooLong', undefined);
      } else if (extent === 'incomplete' || extent.end > bytes.length) {
        const filled = this.#partial.fill(bytes, at);
        at = filled === 'tooLong' ? bytes.length : filled;
      } else {
        this.#message(bytes, extent.body, extent.end, out);
        if (this.failure === undefined) this.offset += extent.end - at;
        at = extent.end;
      }
    }
  }

  #message(bytes: Uint8Array, body: number, end: number, out: MessageSink): void {
    const reader = this.#reader;
    reader.open(bytes, body, end);
    const number = reader.varint();
    const plan = plansByNumber[number];
    if (reader.failure !== undefined || body === end) {
      this.#fail(reader.failure ?? 'fieldCutOff', undefined);
    } else if (plan !== undefined) {
      if (this.#senders !== undefined && !this.#senders.has(plan.from)) this.#fail('wrongSender', plan);
      else this.#known(plan, out);
    }
  }

  #known(plan: MessagePlan, out: MessageSink): void {
    const { timeUs, node } = this;
    const fields = this.#reader.position;
    if (plan.number === SAMPLE) {
      if (this.#sample(out)) return;
      this.timeUs = timeUs;
      this.node = node;
      this.#reader.rewind(fields);
    }
    let message = readFrequent(plan.number, this.#reader, this);
    if (message === undefined || this.#reader.failure !== undefined) {
      this.timeUs = timeUs;
      this.node = node;
      this.#reader.rewind(fields);
      message = this.#fields(plan);
    }
    const wrong = this.#reader.failure ?? (inRange(this.timeUs) && inRange(this.node) ? undefined : 'outOfRange');
    if (wrong !== undefined) {
      this.timeUs = timeUs;
      this.node = node;
      this.#fail(wrong, plan);
    } else {
      if (plan.type === 'hello') this.node = 0;
      out.apply(message);
    }
  }

  /** False for an incomplete or invalid sample, which the table then explains. */
  #sample(out: MessageSink): boolean {
    const reader = this.#reader;
    const thread = reader.varint();
    this.timeUs += reader.signed();
    this.node += reader.signed();
    const state = reader.varint();
    const cpuUs = reader.optional();
    const allocatedBytes = reader.atEnd ? 0 : reader.varint();
    if (reader.failure !== undefined || !inRange(this.timeUs) || !inRange(this.node)) return false;
    out.sample(thread, this.timeUs, this.node, state, cpuUs, allocatedBytes);
    return true;
  }

  #fields(plan: MessagePlan): Message {
    const message: Record<string, Value> = { type: plan.type };
    for (const field of plan.fields) {
      const value = this.#reader.atEnd ? this.#missing(field) : this.#field(field);
      if (field.kind !== 'more' || value !== 0) message[field.name] = value;
    }
    // The plan comes from the type's own table, which TypeScript cannot follow.
    return message as unknown as Message;
  }

  #field(field: FieldPlan): Value {
    const reader = this.#reader;
    switch (field.kind) {
      case 'u':
      case 'more':
        return reader.varint();
      case 's':
        return reader.signed();
      case 'opt':
        return reader.optional();
      case 't':
        this.timeUs += reader.signed();
        return this.timeUs;
      case 'T':
        this.timeUs = reader.varint();
        return this.timeUs;
      case 'n':
        this.node += reader.signed();
        return this.node;
      case 'N':
        this.node = reader.varint();
        return this.node;
      case 'str':
        return reader.text();
      case 'bytes':
        return reader.bytes();
      case 'list':
        return this.#list(field);
    }
  }

  #list(field: FieldPlan): readonly Readonly<Record<string, unknown>>[] {
    const items: Record<string, Value>[] = [];
    const count = this.#reader.count(MAX_LIST_ITEMS);
    for (let index = 0; index < count && this.#reader.failure === undefined; index++) {
      const item: Record<string, Value> = {};
      for (const part of field.items) item[part.name] = this.#field(part);
      items.push(item);
    }
    return items;
  }

  #missing(field: FieldPlan): Value {
    switch (field.kind) {
      case 't':
        return this.timeUs;
      case 'n':
        return this.node;
      case 'T':
        this.timeUs = 0;
        return 0;
      case 'N':
        this.node = 0;
        return 0;
      case 'u':
      case 'more':
      case 's':
        return 0;
      case 'opt':
        return undefined;
      case 'str':
        return '';
      case 'bytes':
        return new Uint8Array(0);
      case 'list':
        return [];
    }
  }

  #fail(code: DecodeFailureCode, plan: MessagePlan | undefined): void {
    this.failure ??= describeFailure(code, this.offset, plan?.type);
  }
}

function inRange(value: number): boolean {
  return value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}
