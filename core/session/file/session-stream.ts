import { Decoder } from '../../wire/decoder.ts';
import { Encoder } from '../../wire/encoder.ts';
import type { DecodeFailure } from '../../wire/failure.ts';
import { FieldWriter } from '../../wire/field-writer.ts';
import type { Message, MessageDefinition, MessageName, messages } from '../../wire/schema.ts';
import { type StreamBases, type StreamPiece, StreamPosition } from './stream-position.ts';

/** Records the host writes into a session. */
export type SessionRecordName = {
  [N in MessageName]: (typeof messages)[N]['from'] extends Extract<MessageDefinition['from'], 'session'> ? N : never;
}[MessageName];

export type { StreamPiece };

/**
 * Joins agents' bytes and the host's records into one stream. Agents' bytes pass unchanged, checked and cut at messages. A record moves the
 * bases of the agent's next difference, so a clock follows to reset them.
 */
export class SessionStream implements StreamBases {
  readonly #position = new StreamPosition();
  #agent = new Decoder({ senders: ['agent'] });
  /** Undefined before this connection's first message. */
  #isGreeted: boolean | undefined;
  /** When the connection was made. */
  #beforeHello = { timeUs: 0, node: 0 };
  readonly #tail = new FieldWriter();

  get timeUs(): number {
    return this.#position.timeUs;
  }

  get node(): number {
    return this.#position.node;
  }

  /** Defect of the agent's bytes; no more are taken from this connection. */
  get failure(): DecodeFailure | undefined {
    return this.#agent.failure;
  }

  /** Drops half a message of the connection before. */
  connected(): void {
    this.#isGreeted = undefined;
    this.#beforeHello = { timeUs: this.#position.timeUs, node: this.#position.node };
    this.#agent = new Decoder({ senders: ['agent'] });
    this.#tail.clear();
  }

  /**
   * Takes an agent's bytes, split anywhere. A connection without a hello (but with `refused`, say) is not part of the session: its messages
   * come without bytes.
   */
  agentBytes(bytes: Uint8Array): StreamPiece {
    const before = this.#agent.offset;
    const decoded = this.#agent.push(bytes);
    if (decoded[0] !== undefined) this.#isGreeted ??= decoded[0].type === 'hello';
    const { timeUs, node } = this.#agent;
    if (this.#isGreeted === false) return { messages: decoded, bytes: new Uint8Array(0), timeUs, node };
    // Before its hello, a connection has no place in the stream.
    if (this.#isGreeted === true) this.#position.follow(decoded, this.#agent);
    this.#tail.raw(bytes);
    const whole = this.#agent.offset - before;
    if (whole === 0) return { messages: decoded, bytes: new Uint8Array(0), timeUs, node };
    const all = this.#tail.copy();
    this.#tail.clear();
    this.#tail.raw(all.subarray(whole));
    return { messages: decoded, bytes: all.subarray(0, whole), timeUs, node };
  }

  /** Adds a record. Throws RangeError for values beyond the protocol. */
  record(message: Message<SessionRecordName>): StreamPiece {
    return this.#position.insert(message);
  }

  /**
   * Adds a record before this connection's already decoded hello; both count times from the position before. The hello sets all bases, so
   * no clock follows.
   */
  recordBeforeHello(message: Message<SessionRecordName>): StreamPiece {
    const encoder = new Encoder(this.#beforeHello);
    const bytes = encoder.encode(message);
    return { messages: [message], bytes, timeUs: encoder.timeUs, node: encoder.node };
  }
}
