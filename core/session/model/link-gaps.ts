import { firstMatching } from '../../columns/sorted.ts';

/** Time without link to the process, which kept running. */
export interface Gap {
  /** Session time of the last thing known. */
  readonly beginUs: number;
  /** Session time at which the link was back, -1 while it is not. */
  readonly endUs: number;
  readonly why: string;
}

/** The gaps of a run, in order; only the last one may be open. */
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
