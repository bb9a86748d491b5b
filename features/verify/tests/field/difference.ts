import type { Calls, Personality, ProgramAnswer } from '../../../../tests/simulated/android/personality/personality.ts';
import { listOf, numberOf } from '../../core/report/fact.ts';
import type { Seen } from '../../core/report/field-report.ts';

/** Part of a personality. */
export type Part = Partial<Omit<Personality, 'id' | 'android'>>;

/** How a simulated phone shows that a fact is false. */
export interface Difference {
  /** The probe's calls: a phone may refuse or lack them. */
  readonly calls?: Calls;
  /** From the observation of a report. */
  of(seen: Seen): Part;
}

/** A fact that the simulated phone cannot show otherwise, with the reason. */
export interface Unshown {
  readonly unshown: string;
}

export const ofRuntime: Unshown = { unshown: 'the app’s runtime is this computer’s' };
export const ofShell: Unshown = { unshown: 'the simulated shell reads lines as POSIX says' };

/** The program prints the report's outline, and ends with its code. @param stream of the outline */
export function printed(calls: Calls, stream: 'stdout' | 'stderr' = 'stdout', code = 0): Difference {
  return {
    calls,
    of: (seen) => {
      const lines = listOf(seen, 'lines');
      const exit = numberOf(seen, 'exit');
      return answering({ ...calls, [stream]: lines.length === 0 ? '' : `${lines.join('\n')}\n`, code: Number.isNaN(exit) ? code : exit });
    },
  };
}

/** The program answers so, whatever was seen. */
export function fixed(calls: Calls, answer: { readonly stdout?: string; readonly stderr?: string; readonly code?: number }): Difference {
  return { calls, of: () => answering({ ...calls, ...answer }) };
}

/** The phone's own output has other words. */
export function edited(calls: Calls, find: RegExp, replacement: string): Difference {
  return { calls, of: () => answering({ ...calls, find, replacement }) };
}

/** One answer per observation that is not as it has to be. */
export function unless(keys: Readonly<Record<string, { readonly is: boolean; readonly otherwise: ProgramAnswer }>>): Difference {
  return {
    of: (seen) => answering(...Object.entries(keys).flatMap(([key, { is, otherwise }]) => (seen[key] === is ? [] : [otherwise]))),
  };
}

export function answering(...answers: readonly ProgramAnswer[]): Part {
  return { answers };
}

/** Lists are joined, of other members the last counts. */
export function joined(parts: readonly Part[]): Part {
  const last: Part = Object.assign({}, ...parts);
  return {
    ...last,
    answers: parts.flatMap(({ answers = [] }) => answers),
    missing: parts.flatMap(({ missing = [] }) => missing),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    faults: Object.assign({}, ...parts.map(({ faults }) => faults)),
  };
}
