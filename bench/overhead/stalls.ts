import type { Host } from '../../tests/agent/test-host.ts';
import { bootstrap, type Estimate, median } from '../support/statistics.ts';
import type { Load } from './overhead-load.ts';

const windowMs = 500;
/** Longest time from a walk's begin to its sample's time stamp. */
const beforeUs = 400;
const afterUs = 30;

/**
 * Microseconds main stands still per sample: gaps in its clock readings around each sample, less those half an interval away, which the
 * machine causes.
 */
export async function measureStalls(load: Load, host: Host, intervalUs: number, samples: number, depth: number): Promise<Estimate> {
  const stalls: number[] = [];
  while (stalls.length < samples) {
    await host.settings({ intervalUs, threads: 0, walkAlways: 1 });
    const firstSample = host.all('sample').length;
    const gaps = parseGaps(await load.command(`gaps ${windowMs} ${depth}`));
    await host.settings({ intervalUs: 0 });
    host.say({ type: 'flush' });
    await host.until('clock', ({ monoUs }) => monoUs > (gaps.at(-1)?.endUs ?? 0));
    const within = host
      .all('sample')
      .slice(firstSample)
      .filter(({ atUs }) => atUs > gaps.beginUs && atUs < gaps.endUs);
    for (const { atUs } of within) stalls.push(gapTimeUs(gaps, atUs) - gapTimeUs(gaps, atUs - Math.min(intervalUs / 2, 2500)));
    // The host keeps all messages; these are done.
    host.messages.splice(0, host.messages.length, ...host.messages.filter(({ type }) => type === 'thread'));
  }
  return bootstrap(stalls, median);
}

interface Gap {
  readonly beginUs: number;
  readonly endUs: number;
}

type Gaps = readonly Gap[] & { readonly beginUs: number; readonly endUs: number };

function parseGaps(line: string): Gaps {
  const numbers = line
    .split(' ')
    .slice(1)
    .map((ns) => Number(ns) / 1000);
  const gaps: Gap[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) gaps.push({ beginUs: numbers[i] ?? 0, endUs: numbers[i + 1] ?? 0 });
  return Object.assign(gaps, { beginUs: (gaps[0]?.beginUs ?? 0) + 5000, endUs: gaps.at(-1)?.endUs ?? 0 });
}

function gapTimeUs(gaps: Gaps, atUs: number): number {
  let sumUs = 0;
  for (const { beginUs, endUs } of gaps) {
    if (endUs >= atUs - beforeUs && beginUs <= atUs + afterUs) sumUs += endUs - beginUs;
  }
  return sumUs;
}
