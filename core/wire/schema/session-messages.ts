import type { MessageDefinition } from './definition.ts';
import { deviceKinds } from './device-kinds.ts';

const kinds = Object.keys(deviceKinds)
  .join(', ')
  .replace(/, (?=\w+$)/, ' or ');

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
      deviceKind: ['str', kinds],
      device: ['str', 'device'],
      serial: ['str', 'serial'],
      app: ['str', 'application id or main class'],
      pid: ['u', 'process id'],
      launched: ['u', '1: captured from the launch'],
      version: ['str', 'of the app, for people; empty if unknown'],
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
  systemRecord: {
    number: 41,
    from: 'session',
    about: 'Android’s record of a run’s process: an ANR, or the end, possibly after the run; or of the device’s power.',
    fields: {
      run: ['u', 'index of the run'],
      atUs: ['t', 'time of the record, from the device’s wall clock'],
      kind: ['u', '1 ANR, 2 end, 3 power'],
      reason: ['u', 'of an end: ApplicationExitInfo.REASON_…; of power: 1 Battery Saver is on'],
      subreason: ['u', 'of an end: ApplicationExitInfo.SUBREASON_…; 0 unknown'],
      status: ['s', 'exit code, or signal; of power: percent of the battery, -1 unknown'],
      importance: ['u', 'before the end: RunningAppProcessInfo.IMPORTANCE_…; 0 unknown'],
      pssBytes: ['u', 'last proportional memory; 0 unknown'],
      rssBytes: ['u', 'last resident memory; 0 unknown'],
      trace: ['u', '1: the device keeps a trace'],
      text: ['str', 'Android’s description'],
    },
  },
  mark: { number: 100, from: 'session', about: 'A named moment.', fields: { atUs: ['t', 'time of the fact'], name: ['str', 'name'] } },
  note: {
    number: 101,
    from: 'session',
    about: 'A named fact about the session.',
    fields: { key: ['str', 'key'], value: ['str', 'value'] },
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
