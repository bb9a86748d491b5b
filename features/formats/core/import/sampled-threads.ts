import { float64At, uint32At } from '../../../../core/columns/at.ts';
import { countedNoun } from '../../../../core/text/counted-noun.ts';
import type { SessionBuilder } from './session-builder.ts';

/** Threads that a sentence names. */
const MOST_NAMES = 5;
const MOST_LETTERS = 60;

/**
 * Lags are main's only, but another thread may be the one that lags, such as React Native's for JavaScript: the report names threads that
 * worked longest. Undefined where main alone did.
 */
export function sampledThreads({ threads }: SessionBuilder, main: number, isIdle: (stack: number) => boolean): string | undefined {
  const worked = threads
    .map(({ name, samples, isThread }, index) => {
      let us = 0;
      for (let row = 0; row < samples.length; row++) {
        if (index !== main && isThread !== false && !isIdle(uint32At(samples.stack, row)))
          us += float64At(samples.endUs, row) - float64At(samples.beginUs, row);
      }
      return { name, us };
    })
    .filter(({ us }) => us > 0)
    .toSorted((one, other) => other.us - one.us);
  if (worked.length === 0) return undefined;
  const names = worked.slice(0, MOST_NAMES).map(({ name, us }) => `${name.slice(0, MOST_LETTERS)} (${lengthText(us)})`);
  const more = worked.length > MOST_NAMES ? `, and ${countedNoun(worked.length - MOST_NAMES, 'others')}` : '';
  return `${main < 0 ? 'Threads with stacks' : 'Lags are main’s only. Other threads with stacks'}: ${names.join(', ')}${more}.`;
}

function lengthText(us: number): string {
  return us < 1e6 ? `${Math.max(1, Math.round(us / 1e3))} ms` : `${(us / 1e6).toFixed(1)} s`;
}
