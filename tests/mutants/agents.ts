import type { Mutant } from './mutant.ts';

const portable = ['tests/agent/limits/portable.test.ts'] as const;

const native: readonly Mutant[] = [
  {
    name: 'secret-beyond-message',
    file: 'device-agents/core/link/host_message.c',
    before: '  if (length > (size_t)(reader->end - reader->at)) {\n    reader->bad = true;\n    return;\n  }\n',
    after: '',
    tests: portable,
    userSuffers: 'Whoever connects to the app makes its agent read beyond its buffer.',
  },
  {
    name: 'hex-letters-of-secrets',
    file: 'device-agents/core/text.c',
    before: "return digit - 'a' + 10;",
    after: "return digit - 'a';",
    tests: portable,
    userSuffers: 'No capture starts, as the agent reads another token than the host wrote.',
  },
  {
    name: 'name-cut-one-late',
    file: 'device-agents/core/text.c',
    before: 'size_t room = capacity - 1 - at;',
    after: 'size_t room = capacity - at;',
    tests: portable,
    userSuffers: 'A long name of a thread overwrites a byte of the app’s memory.',
  },
  {
    name: 'secret-compared-by-end',
    file: 'device-agents/core/text.c',
    before: 'difference = (uint8_t)(difference | (left[i] ^ right[i]));',
    after: 'difference = (uint8_t)(left[i] ^ right[i]);',
    tests: portable,
    userSuffers: 'Another user of the device guesses one byte and reads the app’s stacks.',
  },
  {
    name: 'writer-one-byte-too-many',
    file: 'device-agents/core/stream/writer.c',
    before: 'if (writer->length == LAGLENS_WRITER_BYTES) {',
    after: 'if (writer->length > LAGLENS_WRITER_BYTES) {',
    tests: portable,
    userSuffers: 'A message of the greatest length overwrites what is beside it.',
  },
  {
    name: 'event-cell-free-early',
    file: 'device-agents/core/facts/event_ring.c',
    before: '__atomic_store_n(&cell->turn, ring->tail + LAGLENS_EVENTS, __ATOMIC_RELEASE);',
    after: '__atomic_store_n(&cell->turn, ring->tail + LAGLENS_EVENTS - 1, __ATOMIC_RELEASE);',
    tests: portable,
    userSuffers: 'After some seconds no message of main is seen any more.',
  },
  {
    name: 'events-lost-uncounted',
    file: 'device-agents/core/facts/event_ring.c',
    before: '      __atomic_fetch_add(&ring->lost, 1, __ATOMIC_RELAXED);\n      return;',
    after: '      return;',
    tests: portable,
    userSuffers: 'Messages are missing and the page does not say so.',
  },
  {
    name: 'send-ring-without-reserve',
    file: 'device-agents/core/link/send_ring.c',
    before: 'uint32_t limit = urgent ? LAGLENS_RING_BYTES : LAGLENS_RING_BYTES - LAGLENS_RING_RESERVE;',
    after: 'uint32_t limit = urgent ? LAGLENS_RING_BYTES : LAGLENS_RING_BYTES;',
    tests: portable,
    userSuffers: 'Over a slow link samples push out the message that says that some are lost.',
  },
  {
    name: 'build-id-beyond-notes',
    file: 'device-agents/linux/build_id.c',
    before: '    if (bytes > left) return 0;\n',
    after: '',
    tests: portable,
    userSuffers: 'A library with a damaged note crashes the app under capture.',
  },
  {
    name: 'cpu-list-of-bounds',
    file: 'device-agents/linux/process_status.c',
    before: 'count += last - first + 1;',
    after: 'count += last - first;',
    tests: portable,
    userSuffers: 'The app’s share of the processor is too great by an eighth.',
  },
  {
    name: 'delay-of-one-digit-more',
    file: 'device-agents/linux/process_status.c',
    before: "text[3] >= '0'; text++",
    after: "text[3] >= ' '; text++",
    tests: portable,
    userSuffers: 'Lags are blamed on busy cores, for ten times the true wait.',
  },
  {
    name: 'short-gap-as-standstill',
    file: 'device-agents/core/facts/standstill.c',
    before: '  if (use->gap_us < LAGLENS_STANDSTILL_US) return false;\n',
    after: '',
    tests: portable,
    userSuffers: 'Lags are cut by times in which the phone is said to have slept.',
  },
  {
    name: 'wait-begins-where-it-ran',
    file: 'device-agents/android/sampling/sampler.c',
    before: 'thread->postponed_us != 0 && sample->state == LAGLENS_RUNNING;',
    after: 'thread->postponed_us != 0;',
    tests: ['tests/agent/sampling/postponed-walks.test.ts'],
    userSuffers: 'On a busy phone work is shown as the wait after it.',
  },
  {
    name: 'thrift-debt-unbounded',
    file: 'device-agents/ios/system/thrift.c',
    before: 'busy_us >= LAGLENS_THRIFT_LONG_TURN_US && thrift->credit_us > -LAGLENS_THRIFT_DEBT_US;',
    after: 'busy_us >= LAGLENS_THRIFT_LONG_TURN_US;',
    tests: ['tests/agent/ios/thrift.test.ts'],
    userSuffers: 'In a long hang iOS reports the app for waking the processor too often.',
  },
  {
    name: 'thrift-credit-without-bound',
    file: 'device-agents/ios/system/thrift.c',
    before: '  if (thrift->credit_us > LAGLENS_THRIFT_CREDIT_US) thrift->credit_us = LAGLENS_THRIFT_CREDIT_US;\n',
    after: '',
    tests: ['tests/agent/ios/thrift.test.ts'],
    userSuffers: 'After a quiet minute the agent wakes the processor for longer than iOS allows.',
  },
];

const looper = ['tests/agent/loopers/looper.test.ts'] as const;

/** Java in the app: the runner packs it into the hook jar. */
const hook: readonly Mutant[] = [
  {
    name: 'hook-hears-other-loopers',
    file: 'device-agents/android/hook/laglens/ObserverHook.java',
    before: 'if (installed != this || Thread.currentThread() != main) return;',
    after: 'if (installed != this) return;',
    tests: looper,
    userSuffers: 'Messages of other threads end a lag of main.',
  },
  {
    name: 'hook-put-back-over-the-apps',
    file: 'device-agents/android/hook/laglens/PrinterHook.java',
    before: 'if (hook != null && current(hook.looper) == hook)',
    after: 'if (hook != null)',
    tests: looper,
    userSuffers: 'The end of a capture takes away a printer that the app has set meanwhile.',
  },
  {
    name: 'hook-reports-what-tasks-say',
    file: 'device-agents/android/hook/laglens/PrinterHook.java',
    before: "line.charAt(end) == ':' ? at : -1;",
    after: "line.charAt(end) == ':' ? at : line.length();",
    tests: looper,
    userSuffers: 'A session holds what a task says of itself, such as a user’s name.',
  },
  {
    name: 'hook-exit-traces-one-more',
    file: 'device-agents/android/hook/laglens/ExitTraces.java',
    before: 'if (traces.size() == MOST_TRACES) return;',
    after: 'if (traces.size() > MOST_TRACES) return;',
    tests: ['tests/agent/loopers/exit-traces.test.ts'],
    userSuffers: 'An app that hangs often pays memory for one trace more than is promised.',
  },
];

export const agentMutants: readonly Mutant[] = [...native, ...hook];
