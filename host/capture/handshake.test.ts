import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { Decoder } from '../../core/wire/decoder.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { AgentHandshake } from '../../tests/host/agent-handshake.ts';
import { Handshake, type HandshakeStep, proofOf } from './handshake.ts';

const token = randomBytes(16);

function encoded(message: Message): Uint8Array {
  return new Encoder().encode(message);
}

function helloOf(host: Handshake): Message<'hostHello'> {
  const [hello] = new Decoder({ senders: ['host'] }).push(host.hello('test'));
  assert.ok(hello?.type === 'hostHello');
  return hello;
}

function refusal(step: HandshakeStep): string {
  return step.kind === 'refused' ? step.error.code : step.kind;
}

describe('the handshake', () => {
  it('is HMAC-SHA-256 over both nonces and the prover’s name', () => {
    const nonces = { host: randomBytes(32), agent: randomBytes(32) };
    const bytes = Buffer.concat([nonces.host, nonces.agent, Buffer.from('agent', 'ascii')]);
    assert.deepEqual(proofOf(token, nonces, 'agent'), createHmac('sha256', token).update(bytes).digest());
  });

  it('ends with two sides that know that the other one knows the token, in any pieces, and never says it', () => {
    const [host, agent] = [new Handshake(token), new AgentHandshake(token)];
    const said = [host.hello('test'), encoded(agent.challenge(helloOf(host)))];
    const [, challenge = Buffer.of()] = said;
    let step: HandshakeStep = { kind: 'wait' };
    for (const byte of challenge) {
      assert.equal(step.kind, 'wait');
      step = host.take(Uint8Array.of(byte));
    }
    assert.ok(step.kind === 'proven');
    const [proof] = new Decoder({ senders: ['host'] }).push(step.reply);
    assert.ok(proof?.type === 'hostProof' && agent.accepts(proof));
    for (const bytes of [...said, step.reply]) assert.ok(!Buffer.from(bytes).includes(token));
  });

  it('gives nothing to a program that took the port, whatever it says', () => {
    const nonce = randomBytes(32);
    const answers: readonly [string, string, (hello: Message<'hostHello'>) => Message][] = [
      ['guesses', 'agent-token', () => ({ type: 'challenge', nonce, proof: randomBytes(32) })],
      ['knows another token', 'agent-token', (hello) => new AgentHandshake(randomBytes(16)).challenge(hello)],
      ['sends no proof', 'agent-token', () => ({ type: 'challenge', nonce, proof: Buffer.of() })],
      ['sends no nonce', 'agent-token', (hello) => ({ ...new AgentHandshake(token).challenge(hello), nonce: Buffer.of() })],
      // With equal nonces nothing but the prover's name tells the proofs apart.
      [
        'sends the host’s own proof back',
        'agent-token',
        ({ nonce: own }) => ({ type: 'challenge', nonce: own, proof: proofOf(token, { host: own, agent: own }, 'host') }),
      ],
      [
        'repeats what an agent said on another connection',
        'agent-token',
        () => new AgentHandshake(token).challenge(helloOf(new Handshake(token))),
      ],
      ['begins to stream', 'stream-damaged', () => ({ type: 'tick', atUs: 1, rounds: 1 })],
    ];
    for (const [title, code, answer] of answers) {
      const host = new Handshake(token);
      assert.equal(refusal(host.take(encoded(answer(helloOf(host))))), code, title);
    }
  });

  it('takes no message of an agent before its proof', () => {
    const host = new Handshake(token);
    const challenge = encoded(new AgentHandshake(token).challenge(helloOf(host)));
    const more = encoded({ type: 'tick', atUs: 1, rounds: 1 });
    assert.equal(refusal(host.take(Buffer.concat([challenge, more]))), 'stream-damaged');
  });

  it('takes a new nonce for each connection', () => {
    assert.notDeepEqual(helloOf(new Handshake(token)).nonce, helloOf(new Handshake(token)).nonce);
  });
});
