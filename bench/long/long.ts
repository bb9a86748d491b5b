import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SessionModel } from '../../core/session/model/model.ts';
import { detectorOf } from '../../scripts/demo/lag-watch.ts';
import type { Verdict } from '../../scripts/demo/match.ts';
import { verdictOf } from '../../scripts/demo/session-verdict.ts';
import { attach } from '../../tests/agent/program.ts';
import { connectWhenFree, type Host } from '../../tests/agent/test-host.ts';
import { processMessage } from '../../tests/core/sample-stream.ts';
import { startDemoApp } from '../../tests/demo-app/start-demo-app.ts';
import type { TruthLag } from '../../tests/demo-app/truth-lags.ts';
import { atLeast, atMost, type Bench, type Figure } from '../support/figure.ts';

const execute = promisify(execFile);
const EVERY_MS = 30_000;
/** Of device-agents/core/sizes.h. */
const NODES = 98_304;
/** Allowed growth after the first minute, including the compiler's classes and garbage. */
const MOST_GROWN_MB = 100;

/** A lagging app in which the JDK's compiler runs: its stacks are nearly all new, so the agent's tables fill within minutes. */
export const bench: Bench = async function* (say, { minutes = 1 }) {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-long-'));
  try {
    const flags = [`-Djava.io.tmpdir=${folder}`, `-javaagent:${await compilerAgent(folder)}`];
    const app = await startDemoApp({ android: '14', runtime: 'jvm', schedule: 'all', truthFile: join(folder, 'truth.jsonl'), flags });
    try {
      using host = await connectWhenFree(await attach({ pid: app.pid, folder }));
      const taken = new Taken();
      for (let ms = 0; ms < minutes * 60_000; ms += EVERY_MS) {
        await pause(EVERY_MS);
        taken.take(host);
        say(taken.line((ms + EVERY_MS) / 1_000));
      }
      yield* figuresOf(taken, taken.verdict(await app.truth()), `${minutes} min, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
    } finally {
      await app.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

function* figuresOf(taken: Taken, { truth, false: wrong }: Verdict, note: string): Generator<Figure> {
  const figure = { bench: 'long', note } as const;
  const found = truth.filter((lag) => lag.found || lag.parts > 0).length;
  yield { ...figure, figure: 'how often full tables began again', value: taken.borders, unit: '' };
  yield atMost(NODES, { ...figure, figure: 'most stack nodes in the agent', value: taken.mostNodes, unit: '' });
  yield atMost(0, { ...figure, figure: 'seconds in which something found no room', value: taken.cutSeconds, unit: 's' });
  yield atMost(0, { ...figure, figure: 'stacks that lack their outermost frames', value: taken.rootless, unit: '' });
  yield atMost(MOST_GROWN_MB, { ...figure, figure: 'what the app has more than after 30 s', value: taken.grownMb, unit: 'MB' });
  yield atLeast(100, {
    ...figure,
    figure: `of ${truth.length} lags of the app’s own log found`,
    value: (100 * found) / truth.length,
    unit: '%',
  });
  yield { ...figure, figure: 'lags over a border of tables', value: taken.lagsOverBorders, unit: '' };
  yield { ...figure, figure: 'lags that the app’s own log lacks', value: wrong, unit: '' };
  yield { ...figure, figure: 'stack nodes of the session', value: taken.model.nodes.length, unit: '' };
  yield { ...figure, figure: 'CPU of the agent', value: taken.cpuShare * 100, unit: '% of a core' };
}

/** Compiles long/Compile.java to a jar for `-javaagent:`; returns its path. */
async function compilerAgent(folder: string): Promise<string> {
  const jar = join(folder, 'compile.jar');
  const manifest = join(folder, 'manifest.txt');
  const classes = join(folder, 'classes');
  await execute('javac', ['-g', '-d', classes, join(import.meta.dirname, 'Compile.java')]);
  await writeFile(manifest, 'Premain-Class: Compile\n');
  await execute('jar', ['--create', '--file', jar, '--manifest', manifest, '-C', classes, '.']);
  return jar;
}

/** Collects a host's messages in batches and drops them. */
class Taken {
  mostNodes = 0;
  cutSeconds = 0;
  rootless = 0;
  readonly model = new SessionModel();
  readonly #detector = detectorOf(this.model);
  /** Microseconds of CLOCK_MONOTONIC. */
  readonly #bordersUs: number[] = [];
  #firstMb: number | undefined;
  #lastMb = 0;

  constructor() {
    this.model.apply(processMessage(0));
  }

  get borders(): number {
    return this.#bordersUs.length;
  }

  /** Lags that began in earlier tables than they ended. */
  get lagsOverBorders(): number {
    const originUs = this.model.runs[0]?.originUs ?? 0;
    const bordersUs = this.#bordersUs.map((us) => us - originUs);
    return this.#detector.lags.filter(({ beginUs, endUs }) => bordersUs.some((us) => us > beginUs && us < endUs)).length;
  }

  /** Compares results with the app's own clock. */
  verdict(truth: readonly TruthLag[]): Verdict {
    return verdictOf(this.model, this.#detector.lags, truth);
  }

  get grownMb(): number {
    return this.#lastMb - (this.#firstMb ?? this.#lastMb);
  }

  get cpuShare(): number {
    const [run] = this.model.runs;
    return run === undefined ? 0 : run.overhead.cpuUs / Math.max(1, run.overhead.lastUs - run.beginUs);
  }

  take(host: Host): void {
    for (const message of host.messages.splice(0)) {
      this.model.apply(message);
      if (message.type === 'clock' && (message.tables ?? 1) > 1) this.#bordersUs.push(message.monoUs);
      if (message.type === 'overhead') {
        this.mostNodes = Math.max(this.mostNodes, message.nodes);
        if (message.full !== 0) this.cutSeconds++;
      }
      if (message.type === 'counters') this.#lastMb = (message.footprintBytes ?? 0) / 1e6;
      if (message.type === 'sample') this.#checkRoot(message.thread);
    }
    this.#detector.update();
    this.#firstMb ??= this.#lastMb;
  }

  line(second: number): string {
    const { nodes, rows } = this.model;
    const last = this.model.runs[0]?.overhead.nodes ?? 0;
    return `${second} s: ${last} nodes, ${this.borders} times begun again, app ${this.#lastMb.toFixed(0)} MB, ${this.#detector.lags.length} lags, session ${nodes.length} nodes, ${rows} rows`;
  }

  /** A stack begins where its thread does, or is deeper than the agent reads. */
  #checkRoot(id: number): void {
    const run = this.model.runs[0];
    const thread = run?.threadById.get(id);
    if (thread === undefined || !(thread.isMain || thread.name === 'compiler')) return;
    const { samples } = thread;
    const { nodes, methods } = this.model;
    let at = samples.nodeAt(samples.length - 1);
    const depth = nodes.depth[at] ?? 0;
    if (depth === 0) return;
    for (let step = 0; step < depth && (nodes.parent[at] ?? 0) !== 0; step++) at = nodes.parent[at] ?? 0;
    const root = methods[nodes.method[at] ?? 0]?.class;
    if (root !== (thread.isMain ? 'Lcom/example/shop/Main;' : 'Ljava/lang/Thread;') && depth < (run?.settings?.depth ?? 0)) this.rootless++;
  }
}
