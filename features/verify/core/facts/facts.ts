import { type Fact, kindOf } from '../report/fact.ts';
import type { ReportKind } from '../report/field-report.ts';
import { androidFacts } from './android/android-facts.ts';
import { iosFacts } from './ios/ios-facts.ts';

/** All facts by id, in the order of reports. */
export const facts: Readonly<Record<string, Fact>> = { ...androidFacts, ...iosFacts };

export function factNamed(id: string): Fact | undefined {
  return Object.hasOwn(facts, id) ? facts[id] : undefined;
}

export function factsOf(kind: ReportKind): readonly (readonly [string, Fact])[] {
  return Object.entries(facts).filter(([id]) => kindOf(id) === kind);
}
