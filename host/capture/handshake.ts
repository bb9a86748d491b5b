import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { LaglensError } from '../../core/errors.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { NONCE_BYTES, PROTOCOL_VERSION } from '../../core/wire/schema.ts';
import { damaged, refused, wrongProof } from './agent-refusals.ts';

/** Each side has its own proof, so none can be replayed to its maker. */
type Prover = 'agent' | 'host';

/** Random for each connection, which makes proofs worthless elsewhere. */
interface Nonces {
  readonly host: Uint8Array;
  readonly agent: Uint8Array;
}

/** HMAC-SHA-256 under the token of both nonces and the prover's name (docs/wire-protocol.md). */
export function proofOf(token: Uint8Array, nonces: Nonces, prover: Prover): Uint8Array {
  return createHmac('sha256', token).update(nonces.host).update(nonces.agent).update(prover).digest();
}

export type HandshakeStep =
  | { readonly kind: 'wait' }
  /** The hello follows the reply. */
  | { readonly kind: 'proven'; readonly reply: Uint8Array }
  | { readonly kind: 'refused'; readonly error: LaglensError };

/** The host's handshake: agent and host prove knowledge of the token without sending it. */
export class Handshake {
  readonly #token: Uint8Array;
  readonly #nonce = randomBytes(NONCE_BYTES);
  readonly #encoder = new Encoder();
  readonly #decoder = new Decoder({ senders: ['agent'] });

  constructor(token: Uint8Array) {
    this.#token = token;
  }

  /** The first message. @param client for the agent's log */
  hello(client: string): Uint8Array {
    return this.#encoder.encode({ type: 'hostHello', protocol: PROTOCOL_VERSION, nonce: this.#nonce, client });
  }

  /** The agent sends one message and waits for the host's proof. */
  take(bytes: Uint8Array): HandshakeStep {
    const [first, second] = this.#decoder.push(bytes);
    const { failure } = this.#decoder;
    if (failure !== undefined) return { kind: 'refused', error: damaged(failure.text) };
    if (first === undefined) return { kind: 'wait' };
    if (first.type === 'refused') return { kind: 'refused', error: refused(first) };
    if (first.type !== 'challenge' || second !== undefined) {
      return { kind: 'refused', error: damaged(`It began with “${first.type}” instead of its challenge.`) };
    }
    const nonces = { host: this.#nonce, agent: first.nonce };
    const isRight = first.nonce.length === NONCE_BYTES && isSame(first.proof, proofOf(this.#token, nonces, 'agent'));
    if (!isRight) return { kind: 'refused', error: wrongProof() };
    const proof = proofOf(this.#token, nonces, 'host');
    return { kind: 'proven', reply: this.#encoder.encode({ type: 'hostProof', proof }) };
  }
}

function isSame(said: Uint8Array, right: Uint8Array): boolean {
  return said.length === right.length && timingSafeEqual(said, right);
}
