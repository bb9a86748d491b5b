import type { Host, Of } from './test-host.ts';

/** A time in one stack, by the stream. */
export interface StackPeriod {
  readonly beginUs: number;
  readonly endUs: number;
  readonly state: number;
  /** `Class.method:line`, innermost first. */
  readonly stack: readonly string[];
  readonly cpuUs: number | undefined;
}

/** The latest thread of this name. */
export function threadNamed(host: Host, name: string): Of<'thread'> {
  const found = host.all('thread').findLast((thread) => thread.name === name);
  if (found === undefined) throw new Error(`No thread was named ${name}: ${host.all('thread').map((thread) => thread.name)}`);
  return found;
}

export function mainThread(host: Host): Of<'thread'> {
  const found = host.all('thread').findLast(({ flags }) => (flags & 1) !== 0);
  if (found === undefined) throw new Error('No thread is the main one');
  return found;
}

/** Frames of a node, innermost first. */
export function stackOf(host: Host, node: number): string[] {
  return frames(node, ...tables(host));
}

type Tables = readonly [ReadonlyMap<number, Of<'node'>>, ReadonlyMap<number, Of<'method'>>];

function tables(host: Host): Tables {
  return [new Map(host.all('node').map((each) => [each.id, each])), new Map(host.all('method').map((each) => [each.id, each]))];
}

function frames(node: number, ...[nodes, methods]: Tables): string[] {
  const found: string[] = [];
  for (let at = nodes.get(node); at !== undefined; at = nodes.get(at.parent)) {
    const method = methods.get(at.method);
    found.push(`${method?.class.slice(1, -1).replaceAll('/', '.')}.${method?.name}:${at.line}`);
  }
  return found;
}

/** Periods of one thread: each ends at the next, or at the last tick. */
function stackPeriodsOf(host: Host, thread: number): StackPeriod[] {
  const samples = host.all('sample').filter((sample) => sample.thread === thread);
  const lastUs = host.all('tick').at(-1)?.atUs ?? 0;
  const known = tables(host);
  const stacks = new Map<number, readonly string[]>();
  for (const { node } of samples) if (!stacks.has(node)) stacks.set(node, frames(node, ...known));
  return samples.map((sample, i) => ({
    beginUs: sample.atUs,
    endUs: samples[i + 1]?.atUs ?? lastUs,
    state: sample.state,
    stack: stacks.get(sample.node) ?? [],
    cpuUs: sample.cpuUs,
  }));
}

/** A thread's time in matching periods within a span. */
export function timeIn(
  host: Host,
  thread: number,
  span: { beginUs: number; endUs: number },
  fits: (period: StackPeriod) => boolean,
): number {
  let sumUs = 0;
  for (const period of stackPeriodsOf(host, thread)) {
    const overlapUs = Math.min(period.endUs, span.endUs) - Math.max(period.beginUs, span.beginUs);
    if (overlapUs > 0 && fits(period)) sumUs += overlapUs;
  }
  return sumUs;
}

/** Text of a string id. */
export function text(host: Host, id: number): string | undefined {
  return host.all('string').findLast((each) => each.id === id)?.text;
}

/** Robust against an outlier. */
export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
