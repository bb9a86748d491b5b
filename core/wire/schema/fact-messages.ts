import type { MessageDefinition } from './definition.ts';

const sampleCosts = {
  cpuUs: ['opt', 'CPU time of the thread since its last sample or run'],
  allocatedBytes: ['more', 'bytes of objects made since then, if `settings` enables them'],
} as const;

const messageWhat = ['s', 'Message.what'] as const;
const awaitedObject = ['u', 'string: class of the object, 0 unknown'] as const;

export const factMessages = {
  sample: {
    number: 20,
    from: 'agent',
    about: 'A thread was seen in this stack and state; opens its run of equal samples and closes the run before.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'time of the fact'],
      node: ['n', 'innermost stack node'],
      state: [
        'u',
        '0 running, 1 blocked on a monitor, 2 Object.wait, 3 parked, 4 sleeping, 5 in native code, 6 suspended, 7 waiting in the kernel, 8 the same, uninterruptible (disk or page), 9 waiting for the virtual machine itself (garbage collection)',
      ],
      ...sampleCosts,
    },
  },
  run: {
    number: 21,
    from: 'agent',
    about: 'The open run of a thread was seen again, up to this time.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'time of the fact'],
      samples: ['u', 'samples merged since its last sample or run'],
      ...sampleCosts,
    },
  },
  tick: {
    number: 22,
    from: 'agent',
    about: 'All that is open is still open at this time. At least every 50 ms.',
    fields: { atUs: ['t', 'time of the fact'], rounds: ['u', 'rounds since the last tick'] },
  },
  messageBegin: {
    number: 24,
    from: 'agent',
    about: 'A looper begins to dispatch a message, or a run loop wakes up.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'time of the fact'],
      target: ['u', 'string: class of the handler, mode of the run loop; 0 not known yet'],
      callback: ['u', 'string: class of the callback, 0 none or not known yet'],
      what: messageWhat,
    },
  },
  messageEnd: {
    number: 25,
    from: 'agent',
    about: 'The looper is done with the message; the run loop goes to sleep or ends.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'time of the fact'],
      target: ['u', 'as in `messageBegin`; 0: unchanged'],
      callback: ['u', 'as in `messageBegin`; 0: none, or unchanged'],
      what: messageWhat,
    },
  },
  waitBegin: {
    number: 28,
    from: 'agent',
    about: 'A thread begins to wait.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'time of the fact'],
      kind: ['u', '1 monitor, 2 Object.wait, 3 park'],
      object: awaitedObject,
    },
  },
  waitOwner: {
    number: 29,
    from: 'agent',
    about: 'Who holds what a thread waits for, asked while it waits.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'time of the fact'],
      owner: ['u', 'thread that holds it, 0 none'],
      ownerNode: ['u', "the owner's stack at this time, absolute node id"],
      waiters: ['u', 'threads that wait for it'],
      object: awaitedObject,
    },
  },
  waitEnd: { number: 30, from: 'agent', about: 'The wait is over.', fields: { thread: ['u', 'thread'], atUs: ['t', 'time of the fact'] } },
  gcBegin: { number: 32, from: 'agent', about: 'A garbage collection pause begins.', fields: { atUs: ['t', 'time of the fact'] } },
  gcEnd: { number: 33, from: 'agent', about: 'The pause is over.', fields: { atUs: ['t', 'time of the fact'] } },
  counters: {
    number: 34,
    from: 'agent',
    about: 'What the whole process used, about once a second.',
    fields: {
      atUs: ['t', 'time of the fact'],
      cpuUs: ['u', 'CPU time since the last message of this kind'],
      cores: ['u', 'cores'],
      footprintBytes: ['opt', 'memory charged to the process; Linux and Android: pages of no file, swapped out or not'],
      threads: ['u', 'threads'],
      thermal: ['opt', '0 nominal, 1 fair, 2 serious, 3 critical'],
      allocations: ['opt', 'heap blocks in use; virtual machine: unknown'],
      allocatedBytes: ['opt', 'heap bytes in use; virtual machine: its own heap'],
    },
  },
  lifecycle: {
    number: 35,
    from: 'agent',
    about: 'A phase of the life of the app began.',
    fields: {
      atUs: ['t', 'time of the fact'],
      phase: [
        'u',
        '1 process started, 2 agent loaded, 3 launching done, 4 run loop slept first, 5 active, 6 inactive, 7 in the background, 8 will terminate, 9 stopped (until the next message), 10 continued, 11 debugger attached, 12 started by the system ahead of its launch, 13 memory warning, 14 main continues after the agent’s attach, which began with 2',
      ],
    },
  },
  frame: {
    number: 36,
    from: 'agent',
    about:
      'A frame, on iOS a call of main’s display link: a late one at once, the others as a count, about once a second. Not what the screen showed.',
    fields: {
      atUs: ['t', 'ready in the app; iOS: call of the display link'],
      lateUs: ['u', 'delay after its due time, 0 in time'],
      periodUs: ['u', 'time of one frame'],
      inTime: ['u', 'frames in time since the last message of this kind'],
      first: ['u', '1: first frame of a window; expected to take longer, hardly visible'],
    },
  },
  blockingCall: {
    number: 37,
    from: 'agent',
    about: 'A function that may wait took at least 1 ms. Told when it returned.',
    fields: {
      thread: ['u', 'thread'],
      beginUs: ['t', 'begin'],
      atUs: ['t', 'time of the fact'],
      node: ['n', 'innermost stack node: the caller'],
      function: ['u', 'string: the function'],
      object: ['u', 'string: its object (address of a lock, path of a file), 0 unknown'],
      owner: ['u', 'last thread that took the lock before the wait, 0 unknown'],
    },
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
