import type { Span } from './program.ts';
import type { Host } from './test-host.ts';

/** An agent with a processor ticks every 50 ms at least (core/wire/schema.ts); its round and its thread may come 10 ms late each. */
const LONGEST_SILENCE_US = 70_000;

/** Whether the agent had a processor all through a span: samples say where a thread was only then. */
export function wasOnTime(host: Host, { beginUs, endUs }: Span, longestUs = LONGEST_SILENCE_US): boolean {
  const ticks = host.all('tick').map(({ atUs }) => atUs);
  const first = ticks.findLastIndex((atUs) => atUs <= beginUs);
  const last = ticks.findIndex((atUs) => atUs >= endUs);
  if (first === -1 || last === -1) return false;
  const inside = ticks.slice(first, last + 1);
  return inside.every((atUs, i) => i === 0 || atUs - (inside[i - 1] ?? atUs) <= longestUs);
}

/**
 * Repeats an action while a busy computer had no processor for the agent: its stream has nothing to judge then. Ticks alone decide,
 * so an agent that reports something wrong is never asked twice.
 */
export async function untilOnTime<S extends Span>(host: Host, act: () => Promise<S>, longestUs = LONGEST_SILENCE_US): Promise<S> {
  for (;;) {
    const span = await act();
    await host.reached(span.endUs);
    if (wasOnTime(host, span, longestUs)) return span;
  }
}
