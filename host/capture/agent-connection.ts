import type { Duplex } from 'node:stream';
import { type LaglensError, messageOf } from '../../core/errors.ts';
import { guarded } from '../../core/guarded.ts';
import type { SessionStream, StreamPiece } from '../../core/session/file/session-stream.ts';
import { phrase } from '../../core/text/phrase.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { Deferred } from '../deferred.ts';
import { damaged, leftEarly, silent, tooOld, verdict } from './agent-refusals.ts';
import type { LinkLimits } from './capture-options.ts';
import { Flow } from './flow.ts';
import { Handshake } from './handshake.ts';
import { SilenceWatch } from './silence-watch.ts';

export interface Closing {
  readonly kind: 'closed' | 'bye' | 'damaged' | 'silent';
  /** For the log and the gap's record. */
  readonly why: string;
  /** A mistake of Laglens, which another connection would not mend. */
  readonly thrown?: unknown;
}

export interface ConnectionOptions {
  readonly token: Uint8Array;
  /** For the agent's log. */
  readonly client: string;
  readonly stream: SessionStream;
  readonly helloMs: number;
  readonly limits: Pick<LinkLimits, 'askMs' | 'giveUpMs' | 'bytesPerSecond'>;
  readonly signal: AbortSignal;
  /** Rejects another app's agent before anything is recorded. */
  refuse?(hello: Message<'hello'>): LaglensError | undefined;
  /** Receives the hello, then everything else. */
  onPiece(piece: StreamPiece): void;
}

export class AgentConnection {
  /** Never rejects. */
  readonly closed: Promise<Closing>;
  readonly #duplex: Duplex;
  readonly #flow: Flow;
  readonly #encoder: Encoder;

  private constructor(duplex: Duplex, flow: Flow, encoder: Encoder, closed: Promise<Closing>) {
    this.#duplex = duplex;
    this.#flow = flow;
    this.#encoder = encoder;
    this.closed = closed;
  }

  /**
   * Authenticates both sides and waits for the hello.
   * @throws LaglensError after closing the socket
   */
  static async open(duplex: Duplex, options: ConnectionOptions): Promise<AgentConnection> {
    const { stream, signal } = options;
    signal.throwIfAborted();
    const encoder = new Encoder();
    const handshake = new Handshake(options.token);
    const greeted = new Deferred<void>();
    const closed = new Deferred<Closing>();
    let isProven = false;
    let isGreeted = false;
    let heardAnything = false;
    let bye: string | undefined;
    let broken = '';
    let watch: SilenceWatch | undefined;
    const refuse = (error: Error) => {
      greeted.reject(error);
      duplex.destroy();
    };
    // As an `error` event this would blame the link.
    const failed = (thrown: unknown) => {
      closed.resolve({ kind: 'damaged', why: messageOf(thrown), thrown });
      greeted.reject(thrown);
      duplex.destroy();
    };
    const flow = new Flow(duplex, options.limits.bytesPerSecond, failed);
    stream.connected();
    const prove = (bytes: Buffer) => {
      const step = handshake.take(bytes);
      if (step.kind === 'refused') return refuse(step.error);
      if (step.kind === 'wait') return;
      isProven = true;
      heardAnything = false;
      duplex.write(step.reply);
    };
    const take = (bytes: Buffer) => {
      heardAnything = true;
      watch?.heard();
      flow.took(bytes.length);
      if (!isProven) return prove(bytes);
      const piece = stream.agentBytes(bytes);
      const [first] = piece.messages;
      if (!isGreeted && first !== undefined) {
        const refusal = verdict(first) ?? (first.type === 'hello' ? options.refuse?.(first) : undefined);
        if (refusal !== undefined) return refuse(refusal);
        isGreeted = true;
      }
      for (const message of piece.messages) if (message.type === 'bye') bye = message.why;
      if (isGreeted && piece.bytes.length > 0) options.onPiece(piece);
      if (isGreeted) greeted.resolve(undefined);
      if (stream.failure !== undefined) {
        closed.resolve({ kind: 'damaged', why: stream.failure.text });
        refuse(damaged(stream.failure.text));
      }
    };
    const close = () => {
      watch?.stop();
      greeted.reject(isProven ? leftEarly(broken) : tooOld(broken));
      closed.resolve(
        bye === undefined
          ? { kind: 'closed', why: broken === '' ? phrase`The connection was closed.` : broken }
          : { kind: 'bye', why: bye },
      );
    };
    const breaks = (error: Error) => {
      broken = error.message;
    };
    duplex.on('data', guarded(take, failed));
    duplex.on('error', guarded(breaks, failed));
    duplex.on('close', guarded(close, failed));
    // A half-closed connection is useless.
    duplex.on('end', () => duplex.end());
    const cancel = () => duplex.destroy();
    const expired = () => refuse(heardAnything ? damaged('No hello was in it.') : silent(options.helloMs));
    const timer = setTimeout(guarded(expired, failed), options.helloMs);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      duplex.write(handshake.hello(options.client));
      if (duplex.destroyed) greeted.reject(tooOld(broken));
      await greeted.promise;
    } catch (error) {
      duplex.destroy();
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
    const connection = new AgentConnection(duplex, flow, encoder, closed.promise);
    const giveUp = (silentMs: number) => {
      const why = phrase`Nothing came for ${Math.round(silentMs / 1000)} s, not even when the agent was asked to speak.`;
      closed.resolve({ kind: 'silent', why });
      duplex.destroy();
    };
    if (!duplex.destroyed)
      watch = new SilenceWatch(options.limits, { ask: () => connection.send({ type: 'flush' }), giveUp, onThrow: failed });
    return connection;
  }

  /** Does nothing on a closed connection. */
  send(message: Message<'configure' | 'flush' | 'detach'>): void {
    if (this.#duplex.writable) this.#duplex.write(this.#encoder.encode(message));
  }

  /** Takes no more data; messages can still be sent. */
  stopReading(): void {
    this.#flow.stop();
  }

  close(): void {
    this.#duplex.destroy();
  }
}
