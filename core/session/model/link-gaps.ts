import { firstMatching } from '../../columns/sorted.ts';

/** The process kept running. */
export interface Gap {
  /** Session time of the last thing known. */
  readonly beginUs: number;
  /** -1 until the link is back. */
  readonly endUs: number;
  readonly why: string;
}

/** In order; only the last may be open. */
export class LinkGaps {
  readonly all: Gap[] = [];

  get isOpen(): boolean {
    return this.all.at(-1)?.endUs === -1;
  }

  open(beginUs: number, why: string): void {
    this.all.push({ beginUs, endUs: -1, why });
  }

  close(atUs: number): void {
    const gap = this.all.pop();
    if (gap !== undefined) this.all.push({ ...gap, endUs: Math.max(atUs, gap.beginUs) });
  }
}

export function breaksWithin(gaps: readonly Gap[], atUs: number, withinUs: number): boolean {
  const gap = gaps[firstMatching(gaps, ({ beginUs }) => beginUs >= atUs)];
  return gap !== undefined && gap.beginUs - atUs < withinUs;
}
