import { joinBytes } from '../../join-bytes.ts';
import { Encoder } from '../../wire/encoder.ts';
import type { Message } from '../../wire/schema.ts';

/** Bases of the next differences on the wire. */
export interface StreamBases {
  readonly timeUs: number;
  readonly node: number;
}

/** Messages with their bytes, and the bases after the last one. */
export interface StreamPiece extends StreamBases {
  readonly messages: readonly Message[];
  /** Whole messages; all pieces together are the stream. */
  readonly bytes: Uint8Array;
}

/** The nearest time within the protocol, as a sum of clocks may exceed it. */
export function carriedUs(timeUs: number): number {
  return Math.max(0, Math.min(timeUs, Number.MAX_SAFE_INTEGER));
}

/** A stream's state for a reader that starts here: bases, both clocks, the process. */
export class StreamPosition {
  timeUs = 0;
  node = 0;
  process: Message<'process'> | undefined;
  /** 0 if none was sent. */
  #tables = 0;
  /** Smallest and largest time since `restartSpan`, if any. */
  firstUs: number | undefined;
  lastUs: number | undefined;
  /** Wall clock minus agent clock. */
  #wallOffsetUs = 0;

  /** Follows messages that end at these bases. */
  follow(messages: readonly Message[], { timeUs, node }: StreamBases): void {
    for (const message of messages) {
      if (message.type === 'process') this.#follow(message);
      if (message.type === 'clock') this.#tables = message.tables ?? this.#tables;
      if (message.type === 'hello' || message.type === 'clock') this.#wallOffsetUs = message.wallUs - message.monoUs;
      if ('atUs' in message) this.#span(message.atUs);
      else if (message.type === 'hello') this.#span(message.monoUs);
    }
    this.timeUs = timeUs;
    this.node = node;
  }

  restartSpan(): void {
    this.firstUs = undefined;
    this.lastUs = undefined;
  }

  /** Sets a reader's bases to this position. */
  clock(): Message<'clock'> {
    const clock = { type: 'clock', monoUs: this.timeUs, wallUs: carriedUs(this.timeUs + this.#wallOffsetUs), node: this.node } as const;
    return this.#tables === 0 ? clock : { ...clock, tables: this.#tables };
  }

  #follow(process: Message<'process'>): void {
    if (process.run !== this.process?.run) this.#tables = 0;
    this.process = process;
  }

  /** The host's message as bytes for this position. A clock follows if it moves the agent's bases. */
  insert(message: Message): StreamPiece {
    const encoder = new Encoder(this);
    const bytes = encoder.encode(message);
    const { timeUs, node } = this;
    if (encoder.timeUs === timeUs && encoder.node === node) return { messages: [message], bytes, timeUs, node };
    const clock = this.clock();
    return { messages: [message, clock], bytes: joinBytes([bytes, encoder.encode(clock)]), timeUs, node };
  }

  #span(atUs: number): void {
    this.firstUs = Math.min(this.firstUs ?? atUs, atUs);
    this.lastUs = Math.max(this.lastUs ?? atUs, atUs);
  }
}
