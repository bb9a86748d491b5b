import { join } from 'node:path';
import { buildAgentLibrary } from '../../device-agents/build/agent-library.ts';
import type { Figure } from '../support/figure.ts';
import type { Estimate } from '../support/statistics.ts';
import { Load } from './overhead-load.ts';
import { type Contender, comparePairs } from './pairs.ts';

/** A frame of 60 Hz has some messages. */
const MESSAGE_US = 2_000;
/** In this build an odd depth leaves the facts out: `laglens_explains` in device-agents/core/facts/capture.h. */
const DEPTH = { facts: 1_024, none: 1_023 } as const;
/** Half the width of an interval that decides. */
const WITHIN = 0.15;
const GOAL = 0.3;
const unit = '% of main';

/**
 * Main's cost of the facts that explain lags: the same agent in the same process with and without them, in pairs until the interval is
 * narrow enough or all pairs are made.
 */
export async function* factsFigures(pairs: number, say: (line: string) => void): AsyncGenerator<Figure> {
  await using load = await Load.onPhone(say);
  const library = join(load.folder, 'liblaglens-switched.so');
  await buildAgentLibrary('x86_64', 'facts-switch', library, ['-DLAGLENS_FACTS_BY_DEPTH']);
  const host = await load.attach('', library);
  const agent =
    (depth: number, intervalUs = 10_000) =>
    (): Promise<void> =>
      host.settings({ intervalUs, depth });
  const beside = (name: string, depth: number): Contender => ({ name, on: agent(depth), off: agent(DEPTH.none) });
  say(`overhead: up to ${pairs} pairs of 300 ms with the facts of causes and without`);
  await agent(DEPTH.none)();
  const isNarrow = (cpu: Estimate): boolean => cpu.upper - cpu.lower <= 2 * WITHIN;
  const contenders = [beside('without against without', DEPTH.none), beside('facts', DEPTH.facts)];
  const found = await comparePairs(load, contenders, pairs, MESSAGE_US, (all) => all.every(({ cpu }) => isNarrow(cpu)));
  for (const [name, { cpu }] of found) {
    const isFacts = name === 'facts';
    const note = `${isNarrow(cpu) ? '' : 'inconclusive: '}95 %: ${cpu.lower.toFixed(2)} .. ${cpu.upper.toFixed(2)}, n = ${cpu.count}`;
    const verdict = isFacts ? { goal: `<= ${GOAL}`, pass: isNarrow(cpu) && cpu.upper <= GOAL } : {};
    yield { bench: 'overhead', figure: `facts of causes, messages of 2 ms: CPU, ${name}`, value: cpu.value, unit, ...verdict, note };
  }
  await agent(DEPTH.none, 0)();
  const whole: Contender = { name: 'agent with facts', on: agent(DEPTH.facts), off: agent(DEPTH.none, 0) };
  const jfr: Contender = { name: 'JFR 10 ms', on: () => load.command('peer jfr 10'), off: () => load.command('peer jfr 0') };
  for (const [name, { cpu }] of await comparePairs(load, [whole, jfr], Math.ceil(pairs / 4), MESSAGE_US)) {
    const note = `95 %: ${cpu.lower.toFixed(2)} .. ${cpu.upper.toFixed(2)}, n = ${cpu.count}`;
    yield { bench: 'overhead', figure: `messages of 2 ms: CPU, ${name} against nothing`, value: cpu.value, unit, note };
  }
}
