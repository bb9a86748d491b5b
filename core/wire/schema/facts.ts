import type { MessageDefinition } from './definition.ts';

/** What the app does: samples, messages of loopers, waits, pauses of the garbage collector. */
export const factMessages = {
  sample: {
    number: 20,
    from: 'agent',
    about: 'A thread was seen in this stack and state; opens its run of equal samples and closes the run before.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'when it was seen'],
      node: ['n', 'innermost stack node'],
      state: ['u', '0 running, 1 blocked on a monitor, 2 Object.wait, 3 parked, 4 sleeping, 5 in native code, 6 suspended'],
      cpuUs: ['opt', 'CPU time of the thread since its last sample or run'],
    },
  },
  run: {
    number: 21,
    from: 'agent',
    about: 'The open run of a thread was seen again, up to this time.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'last time it was seen'],
      samples: ['u', 'samples merged since the last sample or run of this thread'],
      cpuUs: ['opt', 'CPU time since the last sample or run'],
    },
  },
  tick: {
    number: 22,
    from: 'agent',
    about: 'All that is open is still open at this time. At least every 50 ms.',
    fields: { atUs: ['t', 'now'], rounds: ['u', 'sampling rounds since the last tick'] },
  },
  messageBegin: {
    number: 24,
    from: 'agent',
    about: 'A looper begins to dispatch a message.',
    fields: {
      thread: ['u', 'thread of the looper'],
      atUs: ['t', 'begin'],
      target: ['u', 'string: class of the handler, 0 not known yet'],
      callback: ['u', 'string: class of the callback, 0 none or not known yet'],
      what: ['s', 'Message.what'],
    },
  },
  messageEnd: {
    number: 25,
    from: 'agent',
    about: 'The looper is done with the message.',
    fields: {
      thread: ['u', 'thread of the looper'],
      atUs: ['t', 'end'],
      target: ['u', 'string: class of the handler, 0 as in messageBegin'],
      callback: ['u', 'string: class of the callback, 0 none or as in messageBegin'],
      what: ['s', 'Message.what'],
    },
  },
  waitBegin: {
    number: 28,
    from: 'agent',
    about: 'A thread begins to wait.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'begin'],
      kind: ['u', '1 monitor, 2 Object.wait, 3 park'],
      object: ['u', 'string: class of the object, 0 unknown'],
    },
  },
  waitOwner: {
    number: 29,
    from: 'agent',
    about: 'Who holds what a thread waits for, asked while it waits.',
    fields: {
      thread: ['u', 'the waiting thread'],
      atUs: ['t', 'now'],
      owner: ['u', 'thread that holds it, 0 none'],
      ownerNode: ['u', "the owner's stack at this time, absolute node id"],
      waiters: ['u', 'threads that wait for it'],
      object: ['u', 'string: class of the object'],
    },
  },
  waitEnd: { number: 30, from: 'agent', about: 'The wait is over.', fields: { thread: ['u', 'thread'], atUs: ['t', 'end'] } },
  gcBegin: { number: 32, from: 'agent', about: 'A garbage collection pause begins.', fields: { atUs: ['t', 'begin'] } },
  gcEnd: { number: 33, from: 'agent', about: 'The pause is over.', fields: { atUs: ['t', 'end'] } },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
