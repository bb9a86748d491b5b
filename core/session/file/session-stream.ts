import { type DecodeFailure, Decoder, Encoder } from '../../wire/codec.ts';
import { FieldWriter } from '../../wire/field-writer.ts';
import type { Message, MessageDefinition, MessageName, messages } from '../../wire/schema.ts';
import { type StreamBases, type StreamPiece, StreamPosition } from './stream-position.ts';

/** Names of the records that the host writes into a session. */
export type SessionRecordName = {
  [N in MessageName]: (typeof messages)[N]['from'] extends Extract<MessageDefinition['from'], 'session'> ? N : never;
}[MessageName];

export type { StreamPiece };

/**
 * Joins what agents send and what the host adds to the one stream of a session. Agents' bytes pass as they are, checked and cut
 * at whole messages. A host's record moves the bases that the agent's next difference counts from, so a clock follows it that
 * sets them back.
 */
export class SessionStream implements StreamBases {
  readonly #position = new StreamPosition();
  #agent = new Decoder({ senders: ['agent'] });
  /** Whether this connection began with a hello, as yet unknown before its first message. */
  #isGreeted: boolean | undefined;
  /** Where the stream stood when the connection was made. */
  #beforeHello = { timeUs: 0, node: 0 };
  /** Bytes of the message that has not wholly arrived. */
  readonly #tail = new FieldWriter();

  get timeUs(): number {
    return this.#position.timeUs;
  }

  get node(): number {
    return this.#position.node;
  }

  /** What was wrong with the agent's bytes; nothing more is taken from this connection. */
  get failure(): DecodeFailure | undefined {
    return this.#agent.failure;
  }

  /** A new connection begins; half a message of the one before is forgotten. */
  connected(): void {
    this.#isGreeted = undefined;
    this.#beforeHello = { timeUs: this.#position.timeUs, node: this.#position.node };
    this.#agent = new Decoder({ senders: ['agent'] });
    this.#tail.clear();
  }

  /**
   * Takes bytes of the agent, split anywhere. A connection whose first message is no hello (but `refused`, say) is no part of
   * the session: its messages come without bytes.
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

  /** Adds a record of the host. Throws RangeError for values that the protocol cannot carry. */
  record(message: Message<SessionRecordName>): StreamPiece {
    return this.#position.insert(message);
  }

  /**
   * The same for a record that stands before the hello of this connection, which is decoded by now: for a reader, the times of both
   * count from where the stream stood before. The hello sets all bases, so no clock follows.
   */
  recordBeforeHello(message: Message<SessionRecordName>): StreamPiece {
    const encoder = new Encoder(this.#beforeHello);
    const bytes = encoder.encode(message);
    return { messages: [message], bytes, timeUs: encoder.timeUs, node: encoder.node };
  }
}
