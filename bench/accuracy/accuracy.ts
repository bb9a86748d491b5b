/** Known times of methods beside those by the agent, JFR and async-profiler. `LAGLENS_BENCH_ROUNDS` shortens it (12). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callTree } from '../../core/analysis/calls/call-tree.ts';
import { float64At, uint32At } from '../../core/columns/at.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import type { Host } from '../../tests/agent/test-host.ts';
import { Load } from '../overhead/overhead-load.ts';
import { atMost, type Bench, type Figure } from '../support/figure.ts';
import { quantile } from '../support/quantile.ts';

const ROUNDS = Number(process.env.LAGLENS_BENCH_ROUNDS ?? 12);
const INTERVAL_US = 5_000;
const bench = 'accuracy';
const tasks = fileURLToPath(new URL('Tasks.java', import.meta.url));

/** Shorter totals depend on single samples. */
const LEAST_US = 50_000;
/** Methods that wait; the others compute. */
const waits: ReadonlySet<string> = new Set(['waitForTimer', 'waitForTurn']);

interface Spent {
  readonly wallUs: number;
  readonly cpuUs: number;
}

type Times = ReadonlyMap<string, Spent>;

/** Times of methods in one play, by a profiler. */
interface Found {
  /** Undefined where it has no such times. */
  readonly wallUs: ReadonlyMap<string, number> | undefined;
  readonly cpuUs: ReadonlyMap<string, number> | undefined;
}

interface Played {
  readonly beginUs: number;
  readonly endUs: number;
  readonly times: Times;
}

interface Contender {
  readonly name: 'agent' | 'async-profiler wall' | 'JFR';
  begin(): Promise<unknown>;
  end(played: () => Promise<Played>): Promise<{ readonly played: Played; readonly found: Found }>;
}

/** Errors in per cent of a method's own time. */
interface Errors {
  readonly wall: number[];
  readonly waits: number[];
  readonly cpu: number[];
}

export { run as bench };

const run: Bench = async function* (say): AsyncGenerator<Figure> {
  await using load = await Load.programOnJvm(tasks, 'Tasks', say);
  const host = await load.attach(',main=main');
  const contenders = [agentOn(host), asyncProfilerOn(load), flightRecorderOn(load)];
  const errors = new Map(contenders.map(({ name }) => [name, { wall: [], waits: [], cpu: [] } satisfies Errors as Errors]));
  say(`${ROUNDS} rounds of 2.4 s with each of ${contenders.map(({ name }) => name).join(', ')} ...`);
  // The compiler comes to rest.
  for (let round = -1; round < 0; round++) await play(load, round);
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(round + turn) % contenders.length];
      if (contender === undefined) continue;
      await contender.begin();
      const { played, found } = await contender.end(() => play(load, round));
      const sums = errors.get(contender.name);
      if (sums !== undefined) addErrors(sums, played.times, found);
    }
  }
  yield* figuresOf(errors);
};

function* figuresOf(errors: ReadonlyMap<string, Errors>): Generator<Figure> {
  const median = (name: Contender['name'], of: keyof Errors): number => quantile(errors.get(name)?.[of] ?? [], 0.5);
  const ours = errors.get('agent');
  const unit = '%';
  const note = `of ${ours?.wall.length ?? 0} totals of 60 to 600 ms, sampled each ${INTERVAL_US / 1_000} ms`;
  const wall = { bench, figure: 'error of a method’s wall time, computing, median', value: median('agent', 'wall'), unit, note };
  yield atMost(3, { ...wall, peer: 'async-profiler wall', peerValue: median('async-profiler wall', 'wall') });
  const cpu = { bench, figure: 'error of a method’s CPU time, median', value: median('agent', 'cpu'), unit, note };
  yield atMost(3, { ...cpu, peer: 'JFR, shares of its samples', peerValue: median('JFR', 'cpu') });
  const waited = { bench, figure: 'error of a method’s wall time, waiting, median', value: median('agent', 'waits'), unit };
  yield atMost(3, { ...waited, peer: 'async-profiler wall', peerValue: median('async-profiler wall', 'waits') });
  yield { bench, figure: 'error of a method’s wall time, computing, p90', value: quantile(ours?.wall ?? [], 0.9), unit, note };
}

function addErrors(errors: Errors, times: Times, { wallUs, cpuUs }: Found): void {
  for (const [name, { wallUs: realUs, cpuUs: realCpuUs }] of times) {
    if (wallUs !== undefined && realUs >= LEAST_US) {
      const each = waits.has(name) ? errors.waits : errors.wall;
      each.push((100 * Math.abs((wallUs.get(name) ?? 0) - realUs)) / realUs);
    }
    if (cpuUs !== undefined && realCpuUs >= LEAST_US) errors.cpu.push((100 * Math.abs((cpuUs.get(name) ?? 0) - realCpuUs)) / realCpuUs);
  }
}

async function play(load: Load, seed: number): Promise<Played> {
  const [beginNs = '', endNs = '', ...rows] = (await load.command(`play ${seed}`)).split(' ');
  const times = new Map<string, Spent>();
  for (let at = 0; at < rows.length; at += 3) {
    times.set(rows[at] ?? '', { wallUs: Number(rows[at + 1]) / 1_000, cpuUs: Number(rows[at + 2]) / 1_000 });
  }
  return { beginUs: Number(beginNs) / 1_000, endUs: Number(endNs) / 1_000, times };
}

function agentOn(host: Host): Contender {
  return {
    name: 'agent',
    begin: () => host.settings({ intervalUs: INTERVAL_US, threads: 0 }),
    async end(plays) {
      const played = await plays();
      await host.reached(played.endUs + 2 * INTERVAL_US);
      await host.settings({ intervalUs: 0 });
      return { played, found: foundByAgent(host, played) };
    },
  };
}

function foundByAgent(host: Host, { beginUs, endUs, times }: Played): Found {
  const model = new SessionModel();
  for (const message of host.messages) model.apply(message);
  const main = model.threads.find(({ isMain }) => isMain);
  const originUs = model.runs[0]?.originUs;
  if (main === undefined || originUs === undefined) throw new Error('The agent names no main thread');
  const tree = callTree(model, main, beginUs - originUs, endUs - originUs);
  const [wallUs, cpuUs] = [new Map<string, number>(), new Map<string, number>()];
  for (let row = 1; row < tree.length; row++) {
    const name = model.methods[uint32At(tree.method, row)]?.name ?? '';
    if (!times.has(name)) continue;
    wallUs.set(name, (wallUs.get(name) ?? 0) + float64At(tree.totalUs, row));
    cpuUs.set(name, (cpuUs.get(name) ?? 0) + float64At(tree.busyUs, row));
  }
  return { wallUs, cpuUs };
}

function asyncProfilerOn(load: Load): Contender {
  const command = (text: string): Promise<string> => load.command(`peer profiler ${load.profiler} ${text}`);
  const file = join(load.folder, 'wall.collapsed');
  return {
    name: 'async-profiler wall',
    begin: () => command(`start,event=wall,interval=${INTERVAL_US / 1_000}ms,threads`),
    async end(plays) {
      const played = await plays();
      await command(`stop,file=${file},collapsed,threads`);
      const counts = new Map<string, number>();
      for (const line of (await readFile(file, 'utf8')).split('\n')) {
        const [, stack = '', samples = '0'] = /^\[main[^;]*;(.*) (\d+)$/.exec(line) ?? [];
        const name = stack.split(';').flatMap((frame) => /^Tasks\.(\w+)/.exec(frame)?.[1] ?? []);
        const task = name.find((each) => played.times.has(each));
        if (task !== undefined) counts.set(task, (counts.get(task) ?? 0) + Number(samples));
      }
      return { played, found: { wallUs: byShare(counts, played.times, 'wallUs'), cpuUs: undefined } };
    },
  };
}

function flightRecorderOn(load: Load): Contender {
  const file = join(load.folder, 'play.jfr');
  return {
    name: 'JFR',
    begin: () => load.command(`peer jfr ${INTERVAL_US / 1_000}`),
    async end(plays) {
      const played = await plays();
      await load.command(`peer jfr 0 ${file}`);
      const [, ...rows] = (await load.command(`count ${file}`)).split(' ');
      const counts = new Map<string, number>();
      for (let at = 0; at < rows.length; at += 2) if (!waits.has(rows[at] ?? '')) counts.set(rows[at] ?? '', Number(rows[at + 1]));
      return { played, found: { wallUs: undefined, cpuUs: byShare(counts, played.times, 'cpuUs') } };
    },
  };
}

/** The sum of all known times by shares of samples: peers are not blamed for samples that they left out evenly. */
function byShare(counts: ReadonlyMap<string, number>, times: Times, of: keyof Spent): ReadonlyMap<string, number> {
  const all = [...counts.values()].reduce((sum, samples) => sum + samples, 0);
  const allUs = [...counts.keys()].reduce((sum, name) => sum + (times.get(name)?.[of] ?? 0), 0);
  return new Map([...counts].map(([name, samples]) => [name, (samples / Math.max(1, all)) * allUs]));
}
