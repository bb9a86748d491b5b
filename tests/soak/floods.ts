import { floodKinds } from '../hostile/flood-kinds.ts';
import { manners } from '../hostile/flood-manners.ts';
import { floodRound, MOST_FLOOD_MB } from '../hostile/flood-round.ts';
import { MOST_PEAK_MB } from '../hostile/peak.ts';
import type { SoakOptions, SoakRound } from './round.ts';

const kinds = [...floodKinds, ...(Object.keys(manners) as (keyof typeof manners)[])];

export const rounds = kinds.length;

const SECONDS = 40;

/** Captures a flooding agent of each kind for 40 s: memory and work stay bounded, and its recording is reported whole. */
export default async function floods({ count, round }: SoakOptions): Promise<void> {
  for (const kind of kinds.slice(0, count)) round(await flooded(kind));
}

async function flooded(kind: (typeof kinds)[number]): Promise<SoakRound> {
  try {
    const { outcome, peakMb, report, reportPeakMb, fileBytes } = await floodRound(kind, SECONDS);
    const { problem = 'stopped', ranMs, cpuMs, bytes, pieces, logLines, gaps, lags, limits } = outcome;
    const mb = (value: number): string => (value / 2 ** 20).toFixed(1);
    const parts = [
      `${mb(bytes)} MB in ${pieces} pieces`,
      `${problem} after ${(ranMs / 1_000).toFixed(1)} s`,
      `CPU ${(cpuMs / 1_000).toFixed(1)} s`,
      `peak ${peakMb.toFixed(0)} MB`,
      `file ${mb(fileBytes)} MB`,
      `report ${reportPeakMb.toFixed(0)} MB`,
      `${lags} lags, ${gaps} gaps, ${logLines} log lines`,
      `limits ${limits.join(' ') || 'none'}`,
    ];
    const isGood = peakMb <= MOST_FLOOD_MB && reportPeakMb <= MOST_PEAK_MB && !report.limits.includes('limitUnread');
    return { isGood, text: `${kind}: ${parts.join('; ')}` };
  } catch (error) {
    return { isGood: false, text: `${kind}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
