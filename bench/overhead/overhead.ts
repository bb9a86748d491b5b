/** The agent's cost: main's time, main's stalls, its own CPU. `LAGLENS_BENCH_PAIRS` shortens it (400). */
import type { Figure } from '../support/figure.ts';
import type { Estimate } from '../support/statistics.ts';
import { factsFigures } from './facts.ts';
import { Load } from './overhead-load.ts';
import { type Contender, comparePairs, type Slowdown } from './pairs.ts';
import { measureStalls } from './stalls.ts';

const pairs = Number(process.env.LAGLENS_BENCH_PAIRS ?? 400);
const depth = 60;
const stallDepth = 100;
const bench = 'overhead';
/** Required precision of off against off, in points. */
const steadyWithin = 0.5;
const unit = '% of main';

export { run as bench };

async function* run(say: (line: string) => void): AsyncGenerator<Figure> {
  yield* desktop(say);
  yield* art(say);
  yield* factsFigures(pairs, say);
  yield* stalls(say);
  yield* idle(say);
}

async function* desktop(say: (line: string) => void): AsyncGenerator<Figure> {
  await using load = await Load.onJvm(say);
  const host = await load.attach();
  const sampling = (intervalUs: number): Promise<void> => host.settings({ intervalUs });
  const peer = (name: string, on: string, off: string): Contender => ({
    name,
    on: () => load.command(`peer ${on}`),
    off: () => load.command(`peer ${off}`),
  });
  const nothing: Contender = { name: 'off', on: async () => undefined, off: async () => undefined };
  const agent: Contender = { name: 'agent', on: () => sampling(10_000), off: () => sampling(0) };
  const wall = peer(
    'async-profiler wall',
    `profiler ${load.profiler} start,event=wall,interval=10ms,threads`,
    `profiler ${load.profiler} stop`,
  );
  say(`overhead: ${pairs} pairs of 300 ms with nothing, the agent and async-profiler, about ${minutes(3 * pairs)} min`);
  const agentCpuBefore = await load.agentCpuNs(host);
  const found = await comparePairs(load, [nothing, agent, wall], pairs, depth);
  const agentCpuMs = ((await load.agentCpuNs(host)) - agentCpuBefore) / 1e6;
  const others = [
    peer('JFR 10 ms', 'jfr 10', 'jfr 0'),
    peer('JFR 20 ms', 'jfr 20', 'jfr 0'),
    peer('getStackTrace thread, 10 ms', 'stacks 10000', 'stacks 0'),
  ];
  const fewer = Math.ceil(pairs / 4);
  say(`overhead: ${fewer} pairs each with JFR and a Java thread, about ${minutes(3 * fewer)} min`);
  for (const [name, slowdown] of await comparePairs(load, others, fewer, depth)) found.set(name, slowdown);
  yield* slowdowns('computing main, 10 ms', found, 'agent', 2.5, 'async-profiler wall');
  const onSeconds = pairs * 0.3;
  yield {
    bench,
    figure: 'agent’s own CPU while main computes, 10 ms',
    value: agentCpuMs / 10 / onSeconds,
    unit: '% of a core',
    note: 'by the kernel’s count, start and stop of sampling included',
  };
}

async function* art(say: (line: string) => void): AsyncGenerator<Figure> {
  await using load = await Load.onArt(say);
  const host = await load.attach();
  const at = (name: string, intervalUs: number): Contender => ({
    name,
    on: () => host.settings({ intervalUs }),
    off: () => host.settings({ intervalUs: 0 }),
  });
  say(`overhead: ${pairs} pairs of 300 ms on ART with nothing, 10 ms and 1 ms, about ${minutes(3 * pairs)} min`);
  const found = await comparePairs(load, [at('off', 0), at('10 ms', 10_000), at('1 ms', 1000)], pairs, depth);
  yield* slowdowns('ART 11, 10 ms', new Map([...found].filter(([name]) => name !== '1 ms')), '10 ms', 2.5);
  yield* slowdowns('ART 11, 1 ms', new Map([...found].filter(([name]) => name === 'off' || name === '1 ms')), '1 ms', 6, undefined, false);
}

async function* stalls(say: (line: string) => void): AsyncGenerator<Figure> {
  await using load = await Load.onJvm(say);
  const host = await load.attach();
  await load.command(`gaps 2000 ${stallDepth}`);
  for (const [intervalMs, limitUs] of [
    [1, 60],
    [5, 75],
    [10, 100],
  ] as const) {
    const stall = await measureStalls(load, host, intervalMs * 1000, 400, stallDepth);
    yield {
      bench,
      figure: `stall of main per sample, depth ${stallDepth}, ${intervalMs} ms, median`,
      value: stall.value,
      unit: 'us',
      goal: `<= ${limitUs}`,
      // Every walk takes some time: without any, others kept main from running.
      pass: stall.lower > 0 && stall.upper <= limitUs,
      note: stall.lower > 0 ? interval(stall) : `inconclusive, others kept main from running; ${interval(stall)}`,
    };
  }
}

async function* idle(say: (line: string) => void): AsyncGenerator<Figure> {
  const seconds = 20;
  for (const [runtime, start] of [
    ['a desktop JVM', Load.onJvm],
    ['ART 11', Load.onArt],
    ['a phone’s looper on a desktop JVM', Load.onPhone],
  ] as const) {
    await using load = await start(say);
    const host = await load.attach();
    await host.settings({ intervalUs: 10_000 });
    await load.command('sleep 2000');
    const before = await load.agentCpuNs(host);
    await load.command(`sleep ${seconds * 1000}`);
    const value = ((await load.agentCpuNs(host)) - before) / 1e7 / seconds;
    yield {
      bench,
      figure: `agent’s own CPU beside an idle app on ${runtime}, 10 ms`,
      value,
      unit: '% of a core',
      goal: '<= 0.1',
      pass: value <= 0.1,
    };
  }
}

/** CPU and wall of each contender; only the agent has a goal, if off against off is steady. */
function* slowdowns(
  what: string,
  found: ReadonlyMap<string, Slowdown>,
  judged: string,
  limit: number,
  peer?: string,
  withOff = true,
): Generator<Figure> {
  const off = found.get('off')?.cpu;
  const steady = off !== undefined && Math.max(Math.abs(off.lower), Math.abs(off.upper)) <= steadyWithin;
  const beside = peer === undefined ? undefined : found.get(peer);
  for (const [name, { cpu, wall }] of found) {
    if (name === 'off' && !withOff) continue;
    const figure = name === judged ? `${what}: CPU` : `${what}: CPU, ${name === 'off' ? 'off against off' : name}`;
    if (name !== judged) {
      const note = name === 'off' && !steady ? `inconclusive: ${interval(cpu)} is wider than +-${steadyWithin}` : interval(cpu);
      yield { bench, figure, value: cpu.value, unit, note };
      continue;
    }
    const peers = peer === undefined || beside === undefined ? {} : { peer, peerValue: beside.cpu.value };
    const verdict = steady ? interval(cpu) : `inconclusive, off against off is not steady; ${interval(cpu)}`;
    yield { bench, figure, value: cpu.value, unit, goal: `<= ${limit}`, pass: steady && cpu.upper <= limit, ...peers, note: verdict };
    yield {
      bench,
      figure: `${what}: wall`,
      value: wall.value,
      unit,
      ...(beside === undefined ? {} : { peer: peer ?? '', peerValue: beside.wall.value }),
      note: interval(wall),
    };
  }
}

function interval({ lower, upper, count }: Estimate): string {
  return `95 %: ${lower.toFixed(2)} .. ${upper.toFixed(2)}, n = ${count}`;
}

function minutes(windows: number): string {
  return ((windows * 2 * 0.3) / 60).toFixed(0);
}
