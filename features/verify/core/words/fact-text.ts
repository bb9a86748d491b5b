import { factNamed } from '../facts/facts.ts';
import { type FactResult, reasons, type Seen } from '../report/field-report.ts';

export interface FactTexts {
  readonly claim: string;
  readonly reason: string;
}

/** Sentences of a result; a fact of a newer Laglens has no claim here. */
export function factTexts({ id, reason }: Pick<FactResult, 'id' | 'reason'>): FactTexts {
  return { claim: factNamed(id)?.claim ?? 'a fact of another version of Laglens', reason: reasons[reason] };
}

/** An observation in a line: `exit 7, lines “a” “b”`. */
export function seenText(seen: Seen): string {
  return Object.entries(seen)
    .map(([key, value]) => `${key} ${typeof value === 'object' ? value.map((each) => `“${each}”`).join(' ') : String(value)}`)
    .join(', ');
}
