import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SessionModel } from '../core/session/model.ts';
import { processMessage } from '../core/session/sample-stream.ts';
import { connectWhenFree, type Host } from '../tests/agent/host.ts';
import { attach } from '../tests/agent/program.ts';
import { atMost, type Bench } from './figure.ts';

const EVERY_MS = 30_000;
/** Of device-agents/core/sizes.h. */
const NODES = 98_304;
/** Bytes that the process may have more at the end than after the first minute: its own compiler's classes and garbage are in that. */
const MOST_GROWN_MB = 100;

/** An app whose stacks are nearly all new: the JDK's compiler in a loop. Its agent's tables are full within minutes. */
export const bench: Bench = async function* (say, { minutes = 1 }) {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-long-'));
  await promisify(execFile)('javac', ['-g', '-d', folder, join(import.meta.dirname, 'long', 'Compile.java')]);
  const flags = ['-Xmx256m', `-Djava.io.tmpdir=${folder}`, '-cp', folder, 'Compile'];
  const child = spawn('java', flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await once(createInterface(child.stdout), 'line');
    using host = await connectWhenFree(await attach({ pid: child.pid ?? 0, folder }));
    const model = new SessionModel();
    model.apply(processMessage(0));
    const taken = new Taken(model);
    for (let ms = 0; ms < minutes * 60_000; ms += EVERY_MS) {
      await pause(EVERY_MS);
      taken.take(host);
      say(taken.line((ms + EVERY_MS) / 1_000));
    }
    const note = `${minutes} min, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
    const figure = { bench: 'long', note } as const;
    yield { ...figure, figure: 'how often full tables began again', value: taken.borders, unit: '' };
    yield atMost(NODES, { ...figure, figure: 'most stack nodes in the agent', value: taken.mostNodes, unit: '' });
    yield atMost(0, { ...figure, figure: 'seconds in which something found no room', value: taken.cutSeconds, unit: 's' });
    yield atMost(0, { ...figure, figure: 'stacks of main that lack their outermost frames', value: taken.rootless, unit: '' });
    yield atMost(MOST_GROWN_MB, { ...figure, figure: 'what the app has more than after 30 s', value: taken.grownMb, unit: 'MB' });
    yield { ...figure, figure: 'stack nodes of the session', value: model.nodes.length, unit: '' };
    yield { ...figure, figure: 'CPU of the agent', value: taken.cpuShare * 100, unit: '% of a core' };
  } finally {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
};

/** What a host heard, taken in now and then and forgotten. */
class Taken {
  borders = 0;
  mostNodes = 0;
  cutSeconds = 0;
  rootless = 0;
  readonly #model: SessionModel;
  #firstMb: number | undefined;
  #lastMb = 0;

  constructor(model: SessionModel) {
    this.#model = model;
  }

  get grownMb(): number {
    return this.#lastMb - (this.#firstMb ?? this.#lastMb);
  }

  get cpuShare(): number {
    const [run] = this.#model.runs;
    return run === undefined ? 0 : run.overhead.cpuUs / Math.max(1, run.overhead.lastUs - run.startUs);
  }

  take(host: Host): void {
    for (const message of host.messages.splice(0)) {
      this.#model.apply(message);
      if (message.type === 'clock' && (message.tables ?? 1) > 1) this.borders++;
      if (message.type === 'overhead') {
        this.mostNodes = Math.max(this.mostNodes, message.nodes);
        if (message.full !== 0) this.cutSeconds++;
      }
      if (message.type === 'counters') this.#lastMb = (message.footprintBytes ?? 0) / 1e6;
      if (message.type === 'sample') this.#look(message.thread);
    }
    this.#firstMb ??= this.#lastMb;
  }

  line(second: number): string {
    const { nodes, rows } = this.#model;
    const last = this.#model.runs[0]?.overhead.nodes ?? 0;
    return `${second} s: ${last} nodes, ${this.borders} times begun again, app ${this.#lastMb.toFixed(0)} MB, session ${nodes.length} nodes, ${rows} rows`;
  }

  /** The stack that main was just seen in begins with Compile.main, or is deeper than the agent reads. */
  #look(thread: number): void {
    const run = this.#model.runs[0];
    const main = run?.threadById.get(thread);
    if (main?.isMain !== true) return;
    const { samples } = main;
    const { nodes, methods } = this.#model;
    let at = samples.node[samples.length - 1] ?? 0;
    const depth = nodes.depth[at] ?? 0;
    for (let step = 0; step < depth && (nodes.parent[at] ?? 0) !== 0; step++) at = nodes.parent[at] ?? 0;
    const root = methods[nodes.method[at] ?? 0];
    if (root?.class !== 'LCompile;' && depth < (run?.settings?.depth ?? 0)) this.rootless++;
  }
}
