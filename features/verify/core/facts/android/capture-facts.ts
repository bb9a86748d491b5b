import { allTrue, atLeast, type Fact, numberOf, sameCount } from '../../report/fact.ts';

const capabilities = 'device-agents/android/attach/capabilities.c';
const frames = 'device-agents/android/app/app_watch.c';
const need = 'capture';

function ability(claim: string, file = capabilities): Fact {
  return { claim, file, need: 'art', holds: allTrue('enabled') };
}

/** The agent in an app. */
export const captureFacts = {
  'android.agent.answers': {
    claim: 'The app loads the agent, and it answers',
    file: 'host/devices/android/wait-for-android-agent.ts',
    need,
    holds: allTrue('answered'),
  },
  'android.agent.abi': {
    claim: 'The agent runs in the ABI that was read from the app’s program',
    file: 'host/devices/android/android-device.ts',
    need,
    holds: allTrue('listed'),
  },
  'android.agent.api': {
    claim: 'The agent reads the same API level inside the app',
    file: 'device-agents/android/attach/identity.c',
    need: 'art',
    holds: allTrue('same'),
  },
  'android.agent.removed': {
    claim: 'After a capture neither the app’s folder nor /data/local/tmp has a file of the agent',
    file: 'host/devices/android/copy-agent.ts',
    need,
    holds: (seen) => numberOf(seen, 'inApp') === 0 && numberOf(seen, 'inShell') === 0,
  },
  'android.agent.not-denied': {
    claim: 'The log has no denial of SELinux about the agent',
    file: 'docs/android.md',
    need,
    holds: (seen) => numberOf(seen, 'denied') === 0,
  },
  'android.agent.losses': {
    claim: 'The agent loses no samples',
    file: 'device-agents/android/sampling/sampler.c',
    need,
    holds: (seen) => numberOf(seen, 'samples') === 0,
  },
  'android.agent.cost': {
    claim: 'The agent takes less than a tenth of one core',
    file: 'docs/benchmarks.md',
    need,
    holds: (seen) => numberOf(seen, 'cpuPercent') < 10,
  },
  'android.jvmti.source-files': ability('ART grants an attached agent the names of source files'),
  'android.jvmti.line-numbers': ability('ART grants an attached agent line numbers'),
  'android.jvmti.inlined-lines': ability('ART grants an attached agent Kotlin’s tables of inlined functions'),
  'android.jvmti.lock-waits': ability('ART grants an attached agent events of waits for monitors'),
  'android.jvmti.lock-owners': ability('ART grants an attached agent the holders of monitors'),
  'android.jvmti.contended-monitor': ability('ART grants an attached agent the monitor that a thread waits for'),
  'android.jvmti.gc-pauses': ability('ART grants an attached agent events of garbage collections'),
  'android.jvmti.allocations': ability('ART grants an attached agent events of allocated objects'),
  'android.looper.hook': ability('The agent’s hook gets main’s looper messages', 'device-agents/android/looper/looper.c'),
  'android.looper.messages': {
    claim: 'Messages of main’s looper begin and end',
    file: 'device-agents/android/looper/events.c',
    need: 'art',
    holds: atLeast('messages', 1),
  },
  'android.looper.names': {
    claim: 'Messages of main’s looper have a handler or a callback',
    file: 'device-agents/android/looper/events.c',
    need: 'art',
    holds: atLeast('named', 1),
  },
  'android.looper.queue-time': {
    claim: 'Since Android 10 long messages say how long they waited in the queue',
    file: 'device-agents/android/looper/message_use.c',
    need: 'art',
    since: 29,
    holds: atLeast('withQueue', 1),
  },
  'android.stacks.main': {
    claim: 'Main has samples with stacks',
    file: 'device-agents/android/sampling/stacks.c',
    need,
    holds: atLeast('samples', 1),
  },
  'android.stacks.lines': {
    claim: 'Frames of the app have lines, by their places in dex code',
    file: 'device-agents/android/vm/method_names.c',
    need,
    holds: atLeast('withLines', 1),
  },
  'android.threads.others': {
    claim: 'Threads beside main have samples',
    file: 'device-agents/android/sampling/sampler.c',
    need,
    holds: atLeast('sampled', 2),
  },
  'android.threads.kernel-ids': {
    claim: 'Threads of the app get the kernel’s ids, and the kernel has these threads',
    file: 'device-agents/android/vm/art_tids.c',
    need,
    holds: sameCount('there', 'asked'),
  },
  'android.threads.cpu-clock': {
    claim: 'Main’s CPU clock can be read',
    file: 'device-agents/android/sampling/sampler.c',
    need,
    holds: allTrue('known'),
  },
  'android.threads.no-core': {
    claim: 'The kernel counts the time that threads wait for a core',
    file: 'device-agents/android/sampling/ready.c',
    need,
    holds: atLeast('reports', 1),
  },
  'android.counters.memory': {
    claim: 'The app’s memory is reported each second',
    file: 'device-agents/linux/process_status.c',
    need,
    holds: atLeast('memory', 1),
  },
  'android.counters.heap': {
    claim: 'The virtual machine’s heap is reported each second',
    file: 'device-agents/android/vm/java_heap.c',
    need,
    holds: atLeast('heap', 1),
  },
  'android.gc.pauses': {
    claim: 'Pauses of garbage collections begin and end',
    file: 'device-agents/android/vm/gc.c',
    need: 'art',
    holds: atLeast('pauses', 1),
  },
  'android.locks.holders': {
    claim: 'The holder of a lock that main waits for is known',
    file: 'device-agents/android/waits/owners.c',
    need: 'art',
    holds: atLeast('withHolder', 1),
  },
  'android.frames.reported': {
    claim: 'Frames of the app’s windows are reported',
    file: frames,
    need: 'art',
    holds: atLeast('frames', 1),
  },
  'android.frames.period': {
    claim: 'The period of frames is one of a display of 24 to 240 Hz',
    file: 'device-agents/android/hook/laglens/FrameReports.java',
    need: 'art',
    holds: (seen) => numberOf(seen, 'periodUs') >= 4_100 && numberOf(seen, 'periodUs') <= 42_000,
  },
  'android.screens.activity': {
    claim: 'The activity in front is known',
    file: frames,
    need: 'art',
    holds: atLeast('activities', 1),
  },
  'android.screens.phases': {
    claim: 'The app’s phases are reported: active, inactive, in the background',
    file: frames,
    need: 'art',
    holds: atLeast('phases', 1),
  },
  'android.native.build-ids': {
    claim: 'Native libraries of the app’s stacks have build ids',
    file: 'device-agents/android/sampling/images.c',
    need: 'art',
    holds: sameCount('withId', 'libraries'),
  },
  'android.records.own-end': {
    claim: 'Android’s records have no ANR and no end of the captured process while it runs',
    file: 'host/devices/android/records/ask-records.ts',
    need,
    holds: (seen) => numberOf(seen, 'ends') === 0,
  },
  'android.sample.launch': {
    claim: 'am start -S --attach-agent-bind starts the app with the agent',
    file: 'host/devices/android/attach.ts',
    need: 'sample',
    holds: allTrue('launched'),
  },
  'android.sample.lags': {
    claim: 'Each lag that the sample app measured by itself is found',
    file: 'core/analysis/lags/detect/busy-period.ts',
    need: 'sample',
    holds: sameCount('found', 'truths'),
  },
  'android.sample.lengths': {
    claim: 'The lengths of these lags differ by less than 50 ms',
    file: 'core/analysis/lags/detect/busy-period.ts',
    need: 'sample',
    holds: (seen) => numberOf(seen, 'farthestMs') < 50,
  },
  'android.sample.causes': {
    claim: 'These lags have the causes that the sample app made',
    file: 'core/analysis/causes/rules.ts',
    need: 'sample',
    holds: sameCount('right', 'truths'),
  },
} as const satisfies Readonly<Record<string, Fact>>;
