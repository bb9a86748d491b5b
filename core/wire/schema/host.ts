import type { MessageDefinition } from './definition.ts';

/** What the host asks of an agent. */
export const hostMessages = {
  hostHello: {
    number: 64,
    from: 'host',
    about: 'First message on a connection. Without the right token the agent says nothing and closes.',
    fields: { protocol: ['u', 'version of this table'], token: ['bytes', '16 bytes'], client: ['str', 'for the log'] },
  },
  configure: {
    number: 65,
    from: 'host',
    about: 'Changes the sampling at once; answered by `settings`.',
    fields: {
      intervalUs: ['u', '1,000 to 50,000; 0 pauses'],
      threads: ['u', '0 main only, 1 all'],
      depth: ['u', 'frames, 1 to 2,048'],
      walkAlways: ['u', '1 walks stacks even if the CPU clock stood still (for tests)'],
      allocations: ['more', '1 asks for what threads allocate, where the agent can tell'],
    },
  },
  flush: { number: 66, from: 'host', about: 'Asks for a clock message after all that is queued.', fields: {} },
  detach: { number: 67, from: 'host', about: 'Stops sampling, takes hooks off, says bye and closes.', fields: {} },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
