import type { Duplex } from 'node:stream';
import { LaglensError, messageOf } from '../../core/errors.ts';
import { guarded } from '../../core/guarded.ts';
import type { SessionStream, StreamPiece } from '../../core/session/session-stream.ts';
import { Encoder } from '../../core/wire/codec.ts';
import { type Message, PROTOCOL_VERSION } from '../../core/wire/schema.ts';
import { Deferred } from '../deferred.ts';
import type { LinkLimits } from './link-limits.ts';
import { SilenceWatch } from './silence-watch.ts';

/** How a connection came to its end. */
export interface Closing {
  readonly kind: 'closed' | 'bye' | 'damaged' | 'silent';
  /** For the log and for the gap's record. */
  readonly why: string;
  /** What was thrown while something of the agent was taken: a mistake of ours, which another connection would not mend. */
  readonly thrown?: unknown;
}

export interface ConnectionOptions {
  readonly token: Uint8Array;
  /** Name and version of this program, for the agent's log. */
  readonly client: string;
  readonly stream: SessionStream;
  readonly helloMs: number;
  /** How silent the agent may be after its hello. */
  readonly silence: Pick<LinkLimits, 'askMs' | 'giveUpMs'>;
  readonly signal: AbortSignal;
  /** Why a hello is not that of the agent that was wanted; undefined when it is. Asked before anything is recorded. */
  refuse?(hello: Message<'hello'>): LaglensError | undefined;
  /** Called with everything the agent says, its hello first. */
  onPiece(piece: StreamPiece): void;
}

/** A connection to an agent whose hello has arrived. */
export class AgentConnection {
  /** Resolves when the connection is over, for whatever reason; never rejects. */
  readonly closed: Promise<Closing>;
  readonly #duplex: Duplex;
  readonly #encoder: Encoder;

  private constructor(duplex: Duplex, encoder: Encoder, closed: Promise<Closing>) {
    this.#duplex = duplex;
    this.#encoder = encoder;
    this.closed = closed;
  }

  /** Sends the token and waits for the hello. Throws `LaglensError` with a verdict about what went wrong; the socket is closed then. */
  static async open(duplex: Duplex, options: ConnectionOptions): Promise<AgentConnection> {
    const { stream, signal } = options;
    signal.throwIfAborted();
    const encoder = new Encoder();
    const greeted = new Deferred<void>();
    const closed = new Deferred<Closing>();
    let isGreeted = false;
    let heardAnything = false;
    let bye: string | undefined;
    let broken = '';
    let watch: SilenceWatch | undefined;
    const refuse = (error: Error) => {
      greeted.reject(error);
      duplex.destroy();
    };
    // An `error` event with a mistake of ours would say that the link is broken; nothing more is taken from it instead.
    const failed = (thrown: unknown) => {
      closed.resolve({ kind: 'damaged', why: messageOf(thrown), thrown });
      greeted.reject(thrown);
      duplex.destroy();
    };
    stream.connected();
    const take = (bytes: Buffer) => {
      heardAnything = true;
      watch?.heard();
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
      greeted.reject(closedSilently(broken));
      closed.resolve(
        bye === undefined ? { kind: 'closed', why: broken === '' ? 'The connection was closed.' : broken } : { kind: 'bye', why: bye },
      );
    };
    const breaks = (error: Error) => {
      broken = error.message;
    };
    duplex.on('data', guarded(take, failed));
    duplex.on('error', guarded(breaks, failed));
    duplex.on('close', guarded(close, failed));
    // A half-closed connection is of no use to either side.
    duplex.on('end', () => duplex.end());
    const cancel = () => duplex.destroy();
    const expired = () => refuse(heardAnything ? damaged('No hello was in it.') : silent(options.helloMs));
    const timer = setTimeout(guarded(expired, failed), options.helloMs);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      duplex.write(encoder.encode({ type: 'hostHello', protocol: PROTOCOL_VERSION, token: options.token, client: options.client }));
      if (duplex.destroyed) greeted.reject(closedSilently(broken));
      await greeted.promise;
    } catch (error) {
      duplex.destroy();
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
    const connection = new AgentConnection(duplex, encoder, closed.promise);
    const giveUp = (silentMs: number) => {
      const why = `Nothing came for ${Math.round(silentMs / 1000)} s, not even when the agent was asked to speak.`;
      closed.resolve({ kind: 'silent', why });
      duplex.destroy();
    };
    if (!duplex.destroyed)
      watch = new SilenceWatch(options.silence, { ask: () => connection.send({ type: 'flush' }), giveUp, onThrow: failed });
    return connection;
  }

  /** Says something to the agent; nothing happens when the connection is over already. */
  send(message: Message<'configure' | 'flush' | 'detach'>): void {
    if (this.#duplex.writable) this.#duplex.write(this.#encoder.encode(message));
  }

  close(): void {
    this.#duplex.destroy();
  }
}

/** Why the first message of an agent is no hello that we can go on with. */
function verdict(first: Message): LaglensError | undefined {
  if (first.type === 'refused') return first.code === 1 ? busy() : otherVersion(first.text);
  if (first.type !== 'hello') return damaged(`It began with “${first.type}” instead of its hello.`);
  return first.protocol === PROTOCOL_VERSION
    ? undefined
    : otherVersion(`It speaks version ${first.protocol}, this Laglens ${PROTOCOL_VERSION}.`);
}

function busy(): LaglensError {
  return new LaglensError({
    code: 'agent-busy',
    message: 'The app is being captured already, from another window or another computer.',
    next: 'Stop the other capture, or go on there.',
    action: 'retry',
  });
}

function otherVersion(text: string): LaglensError {
  return new LaglensError({
    code: 'agent-version',
    message: `The agent in the app belongs to another version of Laglens. ${text}`,
    next: 'Restart the app, then start the capture again.',
    action: 'retry',
    output: text,
  });
}

function damaged(text: string): LaglensError {
  return new LaglensError({
    code: 'stream-damaged',
    message: `What arrived from the app is no Laglens stream. ${text}`,
    next: 'Restart the app and start the capture again; if it happens again, send the report of Diagnose.',
    action: 'diagnose',
    output: text,
  });
}

function closedSilently(why: string): LaglensError {
  return new LaglensError({
    code: 'agent-token',
    message: `The agent closed the connection without an answer${why === '' ? '' : ` (${why})`}: it does not know this capture's token, or the app ended.`,
    next: 'Start the capture again; it gives the agent a new token.',
    action: 'retry',
  });
}

function silent(timeoutMs: number): LaglensError {
  return new LaglensError({
    code: 'hello-silent',
    message: `The agent's socket is open, but it did not answer within ${timeoutMs / 1000} s.`,
    next: 'The app may be frozen by the system or stopped in a debugger: bring it to the front, let it go on, and try again.',
    action: 'retry',
  });
}
