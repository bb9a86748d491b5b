import type { IosFactId } from '../../core/facts/ios/ios-facts.ts';
import { type Probe, Untried } from '../asking/probe.ts';
import { agentCpuPercent, countCounters, countMessages, countSamples, mainOf, runOf } from '../capture/capture-counts.ts';
import type { Captured } from '../capture/captured.ts';

/** Facts of a capture from an iPhone or a simulator. */
export const iosCaptureProbes: Partial<Record<IosFactId, Probe<Captured>>> = {
  'ios.agent.answers': async ({ attachMs }) => ({ answered: true, attachMs: Math.round(attachMs) }),
  'ios.agent.losses': async ({ model }) => ({ samples: runOf(model).droppedSamples, messages: runOf(model).droppedMessages }),
  'ios.agent.cost': async ({ model }) => {
    const cpuPercent = agentCpuPercent(runOf(model));
    if (cpuPercent === undefined) throw new Untried('no-record');
    return { cpuPercent: Math.round(100 * cpuPercent) / 100 };
  },
  'ios.run-loop.turns': async ({ model }) => ({ ...countMessages(model) }),
  'ios.stacks.main': async ({ model }) => ({ ...countSamples(model) }),
  'ios.stacks.images': async ({ model }) => {
    const { images } = runOf(model);
    return { libraries: images.length, withId: images.filter(({ buildId }) => buildId.length > 0).length };
  },
  'ios.threads.quality-of-service': async ({ model }) => ({ known: mainOf(model).quality !== undefined }),
  'ios.threads.cpu-clock': async ({ model }) => ({ known: countSamples(model).withCpu > 0 }),
  'ios.counters.memory': async ({ model }) => ({ ...counters(model) }),
  'ios.counters.thermal': async ({ model }) => ({ ...counters(model) }),
  'ios.screens.controllers': async ({ model }) => {
    const activities = runOf(model).screens.length;
    if (activities === 0) throw new Untried('no-record');
    return { activities };
  },
  'ios.screens.phases': async ({ model }) => ({ phases: runOf(model).phases.length }),
};

function counters(model: Captured['model']) {
  const counts = countCounters(runOf(model));
  if (counts.reports === 0) throw new Untried('no-record');
  return counts;
}
