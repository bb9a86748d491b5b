import type { Span } from './program.ts';
import type { Host } from './test-host.ts';

/** While threads run, the agent ticks at least every 50 ms (core/wire/schema.ts); its round and its thread may each be 10 ms late. */
const LONGEST_SILENCE_US = 70_000;

/** True if the agent had a processor throughout a span, so that its samples are reliable. */
function wasOnTime(host: Host, { beginUs, endUs }: Span, longestUs = LONGEST_SILENCE_US): boolean {
  const ticks = host.all('tick').map(({ atUs }) => atUs);
  const first = ticks.findLastIndex((atUs) => atUs <= beginUs);
  const last = ticks.findIndex((atUs) => atUs >= endUs);
  if (first === -1 || last === -1) return false;
  // At rest, before the span, it ticks less often.
  const inside = [beginUs, ...ticks.slice(first + 1, last + 1)];
  return inside.every((atUs, i) => i === 0 || atUs - (inside[i - 1] ?? atUs) <= longestUs);
}

/** Repeats an action while a busy computer left the agent without a processor. Ticks alone decide, so a wrong report is never repeated. */
export async function untilOnTime<S extends Span>(host: Host, act: () => Promise<S>, longestUs = LONGEST_SILENCE_US): Promise<S> {
  for (;;) {
    const span = await act();
    await host.reached(span.endUs);
    if (wasOnTime(host, span, longestUs)) return span;
  }
}
