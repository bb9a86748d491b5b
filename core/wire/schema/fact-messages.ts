import type { MessageDefinition } from './definition.ts';

/** What the app does: samples, messages of loopers and run loops, waits, pauses of the garbage collector, counters, phases of its life. */
export const factMessages = {
  sample: {
    number: 20,
    from: 'agent',
    about: 'A thread was seen in this stack and state; opens its run of equal samples and closes the run before.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'when it was seen'],
      node: ['n', 'innermost stack node'],
      state: [
        'u',
        '0 running, 1 blocked on a monitor, 2 Object.wait, 3 parked, 4 sleeping, 5 in native code, 6 suspended, 7 waiting in the kernel, 8 waiting in the kernel and not to be interrupted (a disk or a page), 9 waiting for the virtual machine itself (a garbage collection)',
      ],
      cpuUs: ['opt', 'CPU time of the thread since its last sample or run'],
      allocatedBytes: [
        'more',
        'bytes of objects that the thread made since its last sample or run, as far as `settings` says that they are told',
      ],
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
      allocatedBytes: ['more', 'bytes of objects made since the last sample or run'],
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
    about: 'A looper begins to dispatch a message, or a run loop wakes up.',
    fields: {
      thread: ['u', 'thread of the looper'],
      atUs: ['t', 'begin'],
      target: ['u', 'string: class of the handler, of a run loop its mode; 0 not known yet'],
      callback: ['u', 'string: class of the callback, 0 none or not known yet'],
      what: ['s', 'Message.what'],
    },
  },
  messageEnd: {
    number: 25,
    from: 'agent',
    about: 'The looper is done with the message; the run loop goes to sleep or ends.',
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
  counters: {
    number: 34,
    from: 'agent',
    about: 'What the whole process used, about once a second.',
    fields: {
      atUs: ['t', 'now'],
      cpuUs: ['u', 'CPU time since the last message of this kind'],
      cores: ['u', 'cores of the device'],
      footprintBytes: ['opt', 'memory that the process is charged for; on Linux and Android what is no page of a file, swapped out or not'],
      threads: ['u', 'threads'],
      thermal: ['opt', '0 nominal, 1 fair, 2 serious, 3 critical'],
      allocations: ['opt', 'blocks of the heap in use; unknown of a virtual machine'],
      allocatedBytes: ['opt', 'bytes of the heap in use, of a virtual machine its own heap'],
    },
  },
  lifecycle: {
    number: 35,
    from: 'agent',
    about: 'A phase of the life of the app began.',
    fields: {
      atUs: ['t', 'when'],
      phase: [
        'u',
        '1 the process started, 2 the agent was loaded, 3 launching is done, 4 the run loop slept for the first time, 5 active, 6 inactive, 7 in the background, 8 will terminate, 9 stopped (until the next message), 10 goes on, 11 a debugger is attached, 12 started ahead of its launch by the system, 13 memory warning, 14 main goes on after the agent was attached on it, which began with 2',
      ],
    },
  },
  frame: {
    number: 36,
    from: 'agent',
    about:
      'A frame, on iOS a call of main’s display link: a late one at once, the others as a count, about once a second. Not what the screen showed.',
    fields: {
      atUs: ['t', 'when the app had it ready; on iOS when the display link was called'],
      lateUs: ['u', 'time by which it came later than due, 0 in time'],
      periodUs: ['u', 'time of one frame'],
      inTime: ['u', 'frames in time since the last message of this kind'],
      first: ['u', '1: the first frame of a window, which is expected to take longer; hardly anybody sees that'],
    },
  },
  blockingCall: {
    number: 37,
    from: 'agent',
    about: 'A function that may wait took at least 1 ms. Told when it returned.',
    fields: {
      thread: ['u', 'thread'],
      beginUs: ['t', 'begin'],
      atUs: ['t', 'end'],
      node: ['n', 'innermost stack node: who called it'],
      function: ['u', 'string: the function'],
      object: ['u', 'string: what it was called on (a lock by its address, a file by its path), 0 unknown'],
      owner: ['u', 'thread that took the lock last before it was waited for, 0 unknown'],
    },
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
