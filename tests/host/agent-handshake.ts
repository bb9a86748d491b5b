import { createHmac, randomBytes } from 'node:crypto';
import type { Message } from '../../core/wire/schema.ts';

/** An agent's side of a connection's first messages, by docs/wire-protocol.md. */
export class AgentHandshake {
  readonly #token: Uint8Array;
  #wanted: Buffer | undefined;

  constructor(token: Uint8Array) {
    this.#token = token;
  }

  /** The answer to a host's hello. */
  challenge(hello: Message<'hostHello'>): Message<'challenge'> {
    const nonce = randomBytes(32);
    const proof = (prover: string): Buffer =>
      createHmac('sha256', this.#token)
        .update(Buffer.concat([hello.nonce, nonce, Buffer.from(prover)]))
        .digest();
    this.#wanted = proof('host');
    return { type: 'challenge', nonce, proof: proof('agent') };
  }

  /** True if the host knows the token. */
  accepts({ proof }: Message<'hostProof'>): boolean {
    return this.#wanted?.equals(proof) === true;
  }
}
