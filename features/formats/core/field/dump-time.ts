import { wallUsOf } from './apple-facts.ts';

export interface DumpTime {
  /** Microseconds since 1970; absent for other texts. */
  readonly wallUs?: number;
  readonly hasZone: boolean;
}

/** `2026-03-01 10:00:00.123456789+0100` of Android's dumps; without a zone it is taken as UTC. */
export function dumpTime(text: string): DumpTime {
  const [, day = '', fraction = '', zone = ''] = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([+-]\d{4})?/.exec(text) ?? [];
  const written = `${day.replace(' ', 'T')}${fraction === '' ? '' : `.${fraction.slice(0, 3)}`}`;
  const wallUs = wallUsOf(`${written}${zone === '' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`}`);
  return { ...(wallUs === undefined ? {} : { wallUs }), hasZone: zone !== '' };
}
