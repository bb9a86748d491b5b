import type { MessageDefinition } from './definition.ts';

export const hostMessages = {
  hostHello: {
    number: 64,
    from: 'host',
    about: 'First message on a connection, answered by `challenge`; by `refused` when the version is another one.',
    fields: {
      protocol: ['u', 'version of this table'],
      nonce: ['bytes', '32 random bytes, new for each connection'],
      client: ['str', 'for the log'],
    },
  },
  configure: {
    number: 65,
    from: 'host',
    about: 'Changes the sampling at once; answered by `settings`.',
    fields: {
      intervalUs: ['u', '1,000 to 50,000; 0 pauses'],
      threads: ['u', '0 main only, 1 all'],
      depth: ['u', 'frames, 1 to 2,048'],
      walkAlways: ['u', '1 walks stacks even if the CPU clock halted (for tests)'],
      allocations: ['more', '1 requests allocations, if the agent can count them'],
    },
  },
  flush: { number: 66, from: 'host', about: 'Asks for a clock message after all that is queued.', fields: {} },
  hostProof: {
    number: 68,
    from: 'host',
    about: 'The host’s answer to a right `challenge`. The agent closes without a word when the proof is wrong.',
    fields: { proof: ['bytes', '[proof](#proofs) of the prover `host`'] },
  },
  detach: { number: 67, from: 'host', about: 'Stops sampling, takes hooks off, says bye and closes.', fields: {} },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
