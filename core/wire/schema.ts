/**
 * The one definition of the wire protocol. From this table come the TypeScript types and codec (`codec.ts`), the C header
 * for agents (`device-agents/core/wire_schema.h`) and the reference `docs/wire-protocol.md`; a test fails when they are stale.
 *
 * A message on the wire is `length varint, number varint, fields`, where length counts the number and the fields. Fields stand
 * in the order of this table. A message may only ever grow at its end: a reader fills what is missing with zero values and
 * skips what it does not know, be it trailing bytes or a whole message of an unknown number.
 *
 * Nothing waits for its end. A `sample` opens a run of equal samples, `messageBegin`, `waitBegin` and `gcBegin` open an
 * interval; all of them stay open until the next `sample` of that thread or the matching end. A `tick` says that everything
 * that was open is still open at its time, and comes at least every 50 ms: silence therefore means "no data", never "a lag".
 */

/** How one field is laid out. */
export type FieldKind =
  /** Unsigned LEB128 varint, at most 2^53 - 1. */
  | 'u'
  /** Signed, zigzag, as a varint. */
  | 's'
  /** Optional unsigned: 0 is "unknown", otherwise value + 1. */
  | 'opt'
  /** Time in microseconds of the agent's monotonic clock, as a zigzag difference to the stream's time base, which it moves. */
  | 't'
  /** Time in microseconds, absolute; sets the stream's time base. */
  | 'T'
  /** Stack node id, as a zigzag difference to the stream's node base, which it moves. */
  | 'n'
  /** Stack node id, absolute; sets the stream's node base. */
  | 'N'
  /** UTF-8 text: byte length as a varint, then at most 64 KiB. */
  | 'str'
  /** Bytes: length as a varint, then at most 64 KiB. */
  | 'bytes';

/** `[kind, meaning]`, or a list of records (count as a varint, at most 4,096). */
export type Field = readonly [FieldKind, string] | readonly ['list', string, Readonly<Record<string, readonly [FieldKind, string]>>];

export interface MessageDefinition {
  readonly number: number;
  /** Who says it: the agent to the host, the host to the agent, or the host into the session file. */
  readonly from: 'agent' | 'host' | 'session';
  readonly about: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** Version of this table; grows only when an older reader would misread the stream. */
export const PROTOCOL_VERSION = 1;
export const MAX_MESSAGE_BYTES = 1 << 20;
export const MAX_STRING_BYTES = 1 << 16;
export const MAX_LIST_ITEMS = 4096;
export const MAX_STACK_DEPTH = 4096;
export const TOKEN_BYTES = 16;

export const messages = {
  hello: {
    number: 1,
    from: 'agent',
    about: 'First answer to a right token: who speaks, and what could not be enabled. Sets time base, sets node base to 0.',
    fields: {
      protocol: ['u', 'version of this table that the agent was built with'],
      agentVersion: ['str', 'version of the agent'],
      buildHash: ['str', 'hash of the agent build; another hash cannot take this agent over'],
      pid: ['u', 'process id'],
      process: ['str', 'process name: on Android the application id, with `:suffix` for secondary processes'],
      abi: ['str', 'arm64-v8a, armeabi-v7a, x86_64'],
      os: ['str', 'android or jvm'],
      apiLevel: ['u', 'Android API level, 0 on a desktop JVM'],
      runtime: ['str', 'name and version of the virtual machine'],
      monoUs: ['T', 'agent clock (CLOCK_MONOTONIC) now'],
      wallUs: ['u', 'wall clock now, since 1970'],
      intervalUs: ['u', 'sampling interval'],
      capabilities: [
        'list',
        'what was asked for',
        { name: ['str', 'stable name'], enabled: ['u', '1 when it works'], why: ['str', 'why not, for people'] },
      ],
    },
  },
  clock: {
    number: 2,
    from: 'agent',
    about: 'Both clocks at one moment. Sets the time base and the node base, so that a reader can start at it.',
    fields: {
      monoUs: ['T', 'agent clock now'],
      wallUs: ['u', 'wall clock now, since 1970'],
      node: ['N', 'node base from here on'],
    },
  },
  refused: {
    number: 3,
    from: 'agent',
    about: 'Answer to a right token that cannot be served; the agent closes after it.',
    fields: {
      code: ['u', '1 another host is connected, 2 protocol version, 3 another build of the agent is at work: restart the app'],
      text: ['str', 'for the log'],
    },
  },
  settings: {
    number: 4,
    from: 'agent',
    about: 'What is in force, after hello and after each `configure`.',
    fields: {
      intervalUs: ['u', 'sampling interval'],
      threads: ['u', '0 main only, 1 all'],
      depth: ['u', 'deepest stack that is read, in frames'],
      walkAlways: ['u', '1 when stacks are walked even if the CPU clock stood still'],
    },
  },
  log: {
    number: 5,
    from: 'agent',
    about: 'A line for the log.',
    fields: { level: ['u', '0 debug, 1 info, 2 warning, 3 error'], text: ['str', 'text'] },
  },
  dropped: {
    number: 6,
    from: 'agent',
    about: 'What was lost since the last message of this kind.',
    fields: { atUs: ['t', 'now'], messages: ['u', 'messages lost'], samples: ['u', 'samples lost'], why: ['str', 'why'] },
  },
  overhead: {
    number: 7,
    from: 'agent',
    about: 'What the agent itself cost since the last message of this kind, about once a second.',
    fields: {
      atUs: ['t', 'now'],
      cpuUs: ['u', 'CPU time of the agent thread'],
      rounds: ['u', 'sampling rounds'],
      walks: ['u', 'stacks walked'],
      walkUs: ['u', 'time the agent spent in walks'],
      skipped: ['u', 'walks saved because the CPU clock had not moved'],
      lateRounds: ['u', 'rounds that began more than one interval late'],
      ringBytes: ['u', 'highest fill of the send ring'],
      nodes: ['u', 'stack nodes in the table, in all'],
      methods: ['u', 'methods in the table, in all'],
      full: ['u', 'bit 0 node table full, bit 1 method table full, bit 2 thread table full'],
    },
  },
  bye: {
    number: 8,
    from: 'agent',
    about: 'Last message before the agent closes on purpose.',
    fields: { atUs: ['t', 'now'], why: ['str', 'why'] },
  },
  thread: {
    number: 10,
    from: 'agent',
    about: 'A thread was found, was renamed, or its kernel id became known.',
    fields: {
      thread: ['u', "agent's id of the thread, from 1"],
      tid: ['u', 'kernel thread id, 0 unknown'],
      name: ['str', 'name'],
      group: ['str', 'thread group'],
      flags: ['u', 'bit 0 main thread, bit 1 daemon, bit 2 the agent’s own'],
      atUs: ['t', 'now'],
    },
  },
  threadEnd: { number: 11, from: 'agent', about: 'A thread ended.', fields: { thread: ['u', 'thread'], atUs: ['t', 'now'] } },
  string: { number: 12, from: 'agent', about: 'A text that others refer to.', fields: { id: ['u', 'from 1'], text: ['str', 'text'] } },
  image: {
    number: 13,
    from: 'agent',
    about: 'A native library in the process.',
    fields: {
      id: ['u', 'from 1'],
      base: ['u', 'load address'],
      size: ['u', 'bytes mapped'],
      buildId: ['bytes', 'build id or UUID, may be empty'],
      path: ['str', 'path on the device'],
    },
  },
  method: {
    number: 14,
    from: 'agent',
    about: 'A method that stack nodes refer to.',
    fields: {
      id: ['u', 'from 1'],
      class: ['str', 'class as a JVM type signature: Lcom/example/Shop;'],
      name: ['str', 'name'],
      signature: ['str', 'descriptor: (I)V'],
      sourceFile: ['str', 'file name of the SourceFile attribute, may be empty'],
      modifiers: ['u', 'JVM access flags; 0x100 is native'],
    },
  },
  classDebug: {
    number: 15,
    from: 'agent',
    about: 'SourceDebugExtension of a class (SMAP), sent once before the first node in it.',
    fields: { class: ['str', 'class as a JVM type signature'], smap: ['str', 'the text, empty when longer than 64 KiB'] },
  },
  node: {
    number: 16,
    from: 'agent',
    about: 'A stack node: one frame below its parent. Sent before the first message that refers to it.',
    fields: {
      id: ['u', 'from 1; 0 is the empty stack'],
      parent: ['u', 'node of the caller, 0 for the outermost frame'],
      method: ['u', 'method, 0 unknown'],
      line: ['u', 'line of the class file, 0 unknown'],
      pc: ['s', 'byte-code index or dex pc, -1 in native code'],
    },
  },
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

  hostHello: {
    number: 64,
    from: 'host',
    about: 'First message on a connection. Without the right token the agent says nothing and closes.',
    fields: { protocol: ['u', 'version of this table'], token: ['bytes', '16 bytes'], client: ['str', 'for the log'] },
  },
  configure: {
    number: 65,
    from: 'host',
    about: 'Changes the sampling at once; answered by `settings`.',
    fields: {
      intervalUs: ['u', '1,000 to 50,000; 0 pauses'],
      threads: ['u', '0 main only, 1 all'],
      depth: ['u', 'frames, 1 to 2,048'],
      walkAlways: ['u', '1 walks stacks even if the CPU clock stood still (for tests)'],
    },
  },
  flush: { number: 66, from: 'host', about: 'Asks for a clock message after all that is queued.', fields: {} },
  detach: { number: 67, from: 'host', about: 'Stops sampling, takes hooks off, says bye and closes.', fields: {} },

  session: {
    number: 96,
    from: 'session',
    about: 'First record of a session file.',
    fields: { version: ['u', 'version of the session format'], createdUs: ['u', 'wall clock'], host: ['str', 'version of Laglens'] },
  },
  process: {
    number: 97,
    from: 'session',
    about: 'A run begins: what follows comes from this process of the app. Agent ids (threads, nodes, …) start anew.',
    fields: {
      run: ['u', 'index of the run, from 0'],
      deviceKind: ['str', 'android or jvm'],
      device: ['str', 'name of the device'],
      serial: ['str', 'serial of the device, may be empty'],
      app: ['str', 'application id or main class'],
      pid: ['u', 'process id'],
      launched: ['u', '1 when the capture began with the launch'],
    },
  },
  processEnd: { number: 98, from: 'session', about: 'The process ended.', fields: { atUs: ['t', 'last time known'], why: ['str', 'why'] } },
  gap: {
    number: 99,
    from: 'session',
    about: 'The link broke here; what follows is the same process.',
    fields: { atUs: ['t', 'last time known'], why: ['str', 'why'] },
  },
  mark: { number: 100, from: 'session', about: 'A named moment.', fields: { atUs: ['t', 'when'], name: ['str', 'name'] } },
  note: {
    number: 101,
    from: 'session',
    about: 'A named fact about the session.',
    fields: { key: ['str', 'stable key'], value: ['str', 'value'] },
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;

export type MessageName = keyof typeof messages;

type ValueOf<K> = K extends 'str' ? string : K extends 'bytes' ? Uint8Array : K extends 'opt' ? number | undefined : number;
type FieldValue<F> = F extends readonly ['list', string, infer R]
  ? readonly { readonly [P in keyof R]: R[P] extends readonly [infer K, string] ? ValueOf<K> : never }[]
  : F extends readonly [infer K, string]
    ? ValueOf<K>
    : never;

/** One message, its times and node ids absolute. */
export type Message<N extends MessageName = MessageName> = {
  [P in N]: { readonly type: P } & { readonly [F in keyof (typeof messages)[P]['fields']]: FieldValue<(typeof messages)[P]['fields'][F]> };
}[N];
