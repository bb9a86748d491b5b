import type { MessageDefinition } from './definition.ts';

const sampleCosts = {
  cpuUs: ['opt', 'since the thread’s last sample or run'],
  allocatedBytes: ['more', 'of objects made since then'],
} as const;

const messageWhat = ['s', 'Message.what'] as const;
const awaitedObject = [
  'u',
  'string: class of the object; a class object has its generic signature, Ljava/lang/Class<Lcom/example/Cart;>;',
] as const;

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
        '0 running, 1 blocked on a monitor, 2 Object.wait, 3 parked, 4 sleeping, 5 in native code, 6 suspended, 7 waiting in the kernel, 8 the same, uninterruptible (disk or page), 9 waiting for the virtual machine (garbage collection); waiting to read or write: 10 a path, no device, 11 a pipe, 12 a socket of the network, 13 a socket of this device',
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
      samples: ['u', 'merged since its last sample or run'],
      ...sampleCosts,
    },
  },
  tick: {
    number: 22,
    from: 'agent',
    about: 'All that is open is still open at this time. At least every 50 ms, every 250 ms once nothing has run for 0.4 s.',
    fields: { atUs: ['t', 'time of the fact'], rounds: ['u', 'since the last tick'] },
  },
  messageBegin: {
    number: 24,
    from: 'agent',
    about: 'A looper begins to dispatch a message, or a run loop wakes up.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'time of the fact'],
      target: ['u', 'string: class of the handler, mode of the run loop; 0: not yet known'],
      callback: ['u', 'string: class of the callback; 0: none or not yet known'],
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
      target: ['u', '0: unchanged'],
      callback: ['u', '0: none or unchanged'],
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
      owner: ['u', 'thread that holds it'],
      ownerNode: ['u', 'its stack, absolute node id; 0: unknown, an earlier one of this owner holds'],
      waiters: ['u', 'waiting threads'],
      object: awaitedObject,
    },
  },
  waitEnd: {
    number: 30,
    from: 'agent',
    about: 'The wait is over.',
    fields: {
      thread: ['u', 'thread'],
      atUs: ['t', 'time of the fact'],
      outcome: ['more', '1 it got the object, 2 the owner released it to another thread or to nobody, 3 the owner holds it still'],
    },
  },
  gcBegin: { number: 32, from: 'agent', about: 'A garbage collection pause begins.', fields: { atUs: ['t', 'time of the fact'] } },
  gcEnd: { number: 33, from: 'agent', about: 'The pause is over.', fields: { atUs: ['t', 'time of the fact'] } },
  counters: {
    number: 34,
    from: 'agent',
    about: 'What the whole process used, about once a second.',
    fields: {
      atUs: ['t', 'time of the fact'],
      cpuUs: ['u', 'since the last `counters`'],
      cores: ['u', 'cores'],
      footprintBytes: ['opt', 'charged to the process; Linux, Android: pages of no file, also swapped out'],
      threads: ['u', 'threads'],
      thermal: ['opt', '0 nominal, 1 fair, 2 serious, 3 critical'],
      allocations: ['opt', 'heap blocks in use; not of virtual machines'],
      allocatedBytes: ['opt', 'heap in use; virtual machine: its own'],
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
        '1 process started, 2 agent loaded, 3 launching done, 4 run loop slept first, 5 active, 6 inactive, 7 in the background, 8 will terminate, 9 stopped (until the next message), 10 continued, 11 debugger attached, 12 started ahead by the system, 13 memory warning, 14 main continues after the attach, which began with 2, 15 another tool took the place of the message hook for up to a second, 16 iOS: Low Power Mode is on',
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
      lateUs: ['u', 'delay; 0: in time'],
      periodUs: ['u', 'of one frame'],
      inTime: ['u', 'in time since the last `frame`'],
      first: ['u', '1: a window’s first, hardly visible'],
    },
  },
  blockingCall: {
    number: 37,
    from: 'agent',
    about: 'A function that may wait took at least 1 ms. Reported when it returned.',
    fields: {
      thread: ['u', 'thread'],
      beginUs: ['t', 'begin'],
      atUs: ['t', 'time of the fact'],
      node: ['n', 'innermost stack node: the caller'],
      function: ['u', 'string'],
      object: ['u', 'string: address of a lock, path of a file'],
      owner: ['u', 'last thread that took the lock before the wait'],
    },
  },
  openCall: {
    number: 50,
    from: 'agent',
    about:
      'A thread of iOS has waited 50 ms for a lock and waits on. Again when the lock has another owner, and when its owner began such a wait itself. `blockingCall` of the same begin takes its place.',
    fields: {
      thread: ['u', 'thread'],
      beginUs: ['t', 'begin'],
      atUs: ['t', 'when the owner was asked for; over: seen'],
      node: ['n', 'stack of the wait; 0 unknown'],
      function: ['u', 'string; over: 0'],
      object: ['u', 'string: address of the lock; over: 0'],
      owner: ['u', 'last thread that took the lock, 0 unknown'],
      over: ['more', '1: it returned'],
    },
  },
  ready: {
    number: 38,
    from: 'agent',
    about:
      'A thread that ran meanwhile was ready and had no core for a part of this time. A later message of the same time adds to it. Linux and Android.',
    fields: { thread: ['u', 'thread'], beginUs: ['t', 'begin'], atUs: ['t', 'end'], readyUs: ['u', 'time without a core'] },
  },
  messageUse: {
    number: 39,
    from: 'agent',
    about:
      'A message of main’s looper that took 8 ms, as main’s counts; reported before its `messageEnd`. Of shorter ones that waited 16 ms in the queue, one in 8 ms.',
    fields: {
      thread: ['u', 'thread'],
      beginUs: ['t', 'begin'],
      atUs: ['t', 'end'],
      cpuUs: ['u', 'on CPU'],
      readyUs: ['opt', 'without a core'],
      majorFaults: ['u', 'pages read from storage'],
      voluntarySwitches: ['u', 'it waited'],
      involuntarySwitches: ['u', 'another thread took its core'],
      queuedUs: ['opt', 'from its time due to its begin; unknown before Android 10, and for messages put in front'],
    },
  },
  screen: {
    number: 40,
    from: 'agent',
    about:
      'A screen begins to be shown, or no longer is. Android: an activity from its start to its stop; a fragment in front, as seen at the ends of messages. iOS: a view controller that appeared.',
    fields: {
      atUs: ['t', 'time of the fact'],
      id: ['u', 'of this screen while it is shown'],
      name: ['u', 'string: its class'],
      kind: ['u', '1 activity, 2 fragment, 3 view controller'],
      shown: ['u', '1: begins'],
    },
  },
  syncBarrier: {
    number: 49,
    from: 'agent',
    about:
      'A barrier has been in main’s message queue for 10 s: synchronous messages wait, only asynchronous ones are handled. Again every 10 s.',
    fields: {
      beginUs: ['t', 'since then'],
      atUs: ['t', 'seen'],
      over: ['u', '1: it is gone'],
    },
  },
  exitTrace: {
    number: 51,
    from: 'agent',
    about:
      'A piece of Android’s trace of an ANR that ended a process of this app in the last day, by ApplicationExitInfo (Android 11 and newer); of the newest three. Again for each host.',
    fields: {
      atUs: ['t', 'sent'],
      wallUs: ['u', 'wall clock of the end, since 1970'],
      pid: ['u', 'ended process'],
      reason: ['u', 'ApplicationExitInfo.REASON_…'],
      from: ['u', 'place of the piece: UTF-16 units before it'],
      rest: ['u', '0 last piece, 1 more follow, 2 last piece of a text that was cut'],
      text: ['str', 'whole lines, if possible'],
    },
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
