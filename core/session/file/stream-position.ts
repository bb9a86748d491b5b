import { joinBytes } from '../../join-bytes.ts';
import { Encoder } from '../../wire/codec.ts';
import type { Message } from '../../wire/schema.ts';

/** What the next difference on the wire counts from. */
export interface StreamBases {
  readonly timeUs: number;
  readonly node: number;
}

/** Messages, and the same as bytes for the session file and the views. The bases are those behind its last message. */
export interface StreamPiece extends StreamBases {
  readonly messages: readonly Message[];
  /** Whole messages; a stream's pieces put together are the stream. */
  readonly bytes: Uint8Array;
}

/** The nearest time that the protocol carries: a sum of two clocks may lie beyond all numbers. */
export function carriedUs(timeUs: number): number {
  return Math.max(0, Math.min(timeUs, Number.MAX_SAFE_INTEGER));
}

/**
 * Where a stream stands: the bases of its differences, both clocks, the process it speaks of. That is what a reader must be
 * told to start, or go on, at this place.
 */
export class StreamPosition {
  timeUs = 0;
  node = 0;
  process: Message<'process'> | undefined;
  /** Which of its agent's tables ids belong to, 0 not told. */
  #tables = 0;
  /** Smallest and largest time since `restartSpan`; undefined when there was none. */
  firstUs: number | undefined;
  lastUs: number | undefined;
  /** Wall clock minus agent clock, from the last hello or clock. */
  #wallOffsetUs = 0;

  /** Follows messages that lead to these bases. */
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

  /** A message that sets a reader's bases to this place. */
  clock(): Message<'clock'> {
    const clock = { type: 'clock', monoUs: this.timeUs, wallUs: carriedUs(this.timeUs + this.#wallOffsetUs), node: this.node } as const;
    return this.#tables === 0 ? clock : { ...clock, tables: this.#tables };
  }

  #follow(process: Message<'process'>): void {
    if (process.run !== this.process?.run) this.#tables = 0;
    this.process = process;
  }

  /**
   * A message of the host as bytes for this place. It may move the bases that the agent's next difference counts from; then a
   * clock that sets them back follows it.
   */
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
