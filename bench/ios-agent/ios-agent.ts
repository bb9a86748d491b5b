/** The iOS agent in the loader, on this processor: its calls, its cost, its size. */
import { stat } from 'node:fs/promises';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { agentFor } from '../../tests/demo-app/iphone/agent-on-shop.ts';
import type { Census } from '../../tests/demo-app/iphone/start-iphone-shop.ts';
import { atMost, type Bench, type Figure } from '../support/figure.ts';
import { measureBesidePeer } from './beside-peer.ts';
import { weighDemoStream } from './demo-stream.ts';
import { measureMemory } from './ios-agent-memory.ts';
import { measureWalks, takeCensus } from './walks.ts';

/** Calls allowed while a thread is suspended: traps into the kernel, which take no lock of the app. */
const ALLOWED = new Set(['_thread_info', '_thread_get_state', '_thread_resume', '_vm_read_overwrite']);
const bench = 'ios-agent';
const MIB = 2 ** 20;

export { run as bench };

const run: Bench = async function* (say) {
  say('Three threads of 20 compute, 500 frames deep ...');
  const census = await takeCensus(say);
  say('The demo app lags for 30 s at 5 ms ...');
  const { bytes, main, all, seconds, census: demoCensus } = await weighDemoStream();
  yield calls('three of 20 threads 500 frames deep', census);
  yield calls('the demo app, every kind of lag', demoCensus);
  yield {
    bench,
    figure: 'time a thread is suspended, mean (simulated, not iOS)',
    value: (1_000 * census.totalUs) / census.suspensions / 1_000,
    unit: 'us',
    note: `500 frames deep, ${census.suspensions} suspensions, longest ${census.longestUs} us, by the loader’s clock`,
  };
  yield atMost(6, {
    bench,
    figure: 'wire bytes per sample, demo at 5 ms',
    value: bytes / all,
    unit: 'bytes',
    note: `all facts and tables of ${seconds} s over ${all} samples of every thread; by the ${main} of main alone: ${(bytes / main).toFixed(1)}`,
  });
  yield* walkCost(say);
  yield* besidePeer(say);
  yield* sizes(say);
};

function calls(where: string, { calls: made, suspensions }: Census): Figure {
  const others = Object.entries(made).filter(([name]) => !ALLOWED.has(name));
  const list = (entries: readonly (readonly [string, number])[]): string => entries.map(([name, count]) => `${name} ${count}`).join(', ');
  return atMost(0, {
    bench,
    figure: `calls beyond the allowed ones while a thread is suspended: ${where}`,
    value: others.reduce((sum, [, count]) => sum + count, 0),
    unit: 'calls',
    note: `${suspensions} suspensions; ${list(Object.entries(made))}${others.length > 0 ? `; not allowed: ${list(others)}` : ''}`,
  });
}

async function* walkCost(say: (line: string) => void): AsyncGenerator<Figure> {
  say('Walking stacks of 10 and 2,000 frames ...');
  const [near, deep] = [await measureWalks(10, say), await measureWalks(2_000, say)];
  yield atMost(50, {
    bench,
    figure: `walk: CPU per frame, ${deep.frames} frames deep`,
    value: (1_000 * deep.cpuUs) / deep.frames,
    unit: 'ns',
    note: `all of the agent’s CPU time by the kernel’s count, median of ${deep.windows} windows, over walks and frames: ${deep.cpuUs.toFixed(0)} us a walk; ${near.cpuUs.toFixed(0)} us of ${near.frames} frames, most of it the loader’s kernel`,
  });
}

async function* besidePeer(say: (line: string) => void): AsyncGenerator<Figure> {
  say('The agent and a loop such as ETTrace’s by turns, 35 s ...');
  const { agent, peer, windows } = await measureBesidePeer(say);
  const names = { bench, unit: '% of a core', peer: 'ETTrace-style loop, 4.5 ms' };
  yield atMost(3, {
    ...names,
    figure: 'sampler’s CPU, 20 threads, 3 of them active, 5 ms',
    value: agent.own,
    peerValue: peer.own,
    note: `for 200 rounds a second, by the cost of one; it made ${agent.roundsPerS.toFixed(0)}, the peer ${peer.roundsPerS.toFixed(0)}; median of ${windows} windows each; the loader stands in for the kernel`,
  });
  yield {
    ...names,
    figure: 'CPU of 16 threads that only wait, beside it',
    value: agent.waiting,
    peerValue: peer.waiting,
    note: 'what being suspended costs them (simulated, not iOS)',
  };
}

async function* sizes(say: (line: string) => void): AsyncGenerator<Figure> {
  say('Memory of an app with the agent and without ...');
  const { mapped, mappedLater, resident } = await measureMemory(say);
  yield {
    bench,
    figure: 'memory that the agent adds to a process',
    value: mappedLater / MIB,
    unit: 'MiB',
    goal: '<= 8, and fixed',
    pass: mappedLater <= 8 * MIB && mappedLater === mapped,
    note: `private and writable, its thread’s stack of 0.5 MiB included; ${(mapped / MIB).toFixed(2)} 6 s before; ${(resident / MIB).toFixed(2)} touched`,
  };
  const dylib = await stat(agentFor('device-arm64'));
  yield atMost(100, { bench, figure: 'dylib for devices', value: dylib.size / 1_000, unit: 'KB' });
  yield atMost(3, { bench, figure: '.vsix', value: (await stat(await buildVsix(say))).size / 1e6, unit: 'MB' });
}
