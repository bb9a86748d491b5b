import type { MessageDefinition } from './definition.ts';

export const sessionMessages = {
  session: {
    number: 96,
    from: 'session',
    about: 'First record of a session file.',
    fields: { version: ['u', 'session format'], createdUs: ['u', 'wall clock'], host: ['str', 'version of Laglens'] },
  },
  process: {
    number: 97,
    from: 'session',
    about: 'A run begins: what follows comes from this process. Agent ids start again.',
    fields: {
      run: ['u', 'index of the run, from 0'],
      deviceKind: ['str', 'android, jvm, ios or simulator'],
      device: ['str', 'device'],
      serial: ['str', 'serial'],
      app: ['str', 'application id or main class'],
      pid: ['u', 'process id'],
      launched: ['u', '1: captured from the launch'],
    },
  },
  processEnd: {
    number: 98,
    from: 'session',
    about: 'The process ended.',
    fields: { atUs: ['t', 'last time known'], why: ['str', 'reason, for people'] },
  },
  gap: {
    number: 99,
    from: 'session',
    about: 'The link broke here; what follows is the same process.',
    fields: { atUs: ['t', 'last time known'], why: ['str', 'reason, for people'] },
  },
  mark: { number: 100, from: 'session', about: 'A named moment.', fields: { atUs: ['t', 'time of the fact'], name: ['str', 'name'] } },
  note: {
    number: 101,
    from: 'session',
    about: 'A named fact about the session.',
    fields: { key: ['str', 'key'], value: ['str', 'value'] },
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
