import { agentMessages } from './agent-messages.ts';
import type { MessageDefinition } from './definition.ts';

export const hostMessages = {
  hostHello: {
    number: 64,
    from: 'host',
    about: 'First message on a connection, answered by `challenge`; by `refused` when the version is another one.',
    fields: {
      protocol: ['u', 'protocol'],
      nonce: ['bytes', '32 random bytes, new for each connection'],
      client: ['str', 'client'],
    },
  },
  configure: {
    number: 65,
    from: 'host',
    about: 'Changes the sampling at once; answered by `settings`.',
    fields: {
      intervalUs: ['u', '1,000 to 50,000; 0 pauses'],
      threads: agentMessages.settings.fields.threads,
      depth: ['u', '1 to 2,048'],
      walkAlways: agentMessages.settings.fields.walkAlways,
      allocations: ['more', '1: count them, if the agent can'],
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
