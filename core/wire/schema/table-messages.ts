import type { MessageDefinition } from './definition.ts';

const builtClass = ['str', 'JVM type signature: Lcom/example/Shop;'] as const;

const nodePlace = {
  id: ['u', 'from 1'],
  parent: ['u', 'the caller’s; 0: outermost frame'],
} as const;

/**
 * Entries others refer to by id: sent before their use, and again after a broken link. Threads, texts, libraries, methods, stack
 * nodes.
 */
export const tableMessages = {
  thread: {
    number: 10,
    from: 'agent',
    about: 'A thread was found, was renamed, or its kernel id or priority became known.',
    fields: {
      thread: ['u', 'from 1'],
      tid: ['u', 'kernel thread id'],
      name: ['str', 'name'],
      group: ['str', 'thread group; iOS: its dispatch queue'],
      flags: ['u', 'bit 0 main, 1 daemon, 2 the agent’s own'],
      atUs: ['t', 'time of the fact'],
      priority: ['more', 'of the kernel: 20 less the nice value; iOS: the base priority'],
    },
  },
  threadEnd: {
    number: 11,
    from: 'agent',
    about: 'A thread ended.',
    fields: { thread: ['u', 'thread'], atUs: ['t', 'time of the fact'] },
  },
  string: { number: 12, from: 'agent', about: 'A text that others refer to.', fields: { id: ['u', 'from 1'], text: ['str', 'text'] } },
  image: {
    number: 13,
    from: 'agent',
    about: 'A native library in the process.',
    fields: {
      id: ['u', 'from 1'],
      base: ['u', 'load address'],
      size: ['u', 'bytes mapped'],
      buildId: ['bytes', 'or UUID'],
      path: ['str', 'on the device'],
    },
  },
  method: {
    number: 14,
    from: 'agent',
    about: 'A method that stack nodes refer to.',
    fields: {
      id: ['u', 'from 1'],
      class: builtClass,
      name: ['str', 'name'],
      signature: ['str', 'descriptor: (I)V'],
      sourceFile: ['str', 'SourceFile attribute'],
      modifiers: ['u', 'JVM access flags; 0x100 is native, 0x10000 a trace section that the app names'],
    },
  },
  classDebug: {
    number: 15,
    from: 'agent',
    about: 'SourceDebugExtension of a class (SMAP), sent once before the first node in it.',
    fields: { class: builtClass, smap: ['str', 'empty if longer than 64 KiB'] },
  },
  node: {
    number: 16,
    from: 'agent',
    about: 'A stack node: one frame below its parent. Sent before the first message that refers to it.',
    fields: {
      ...nodePlace,
      method: ['u', 'method'],
      line: ['u', 'of the class file'],
      pc: ['s', 'byte-code index or dex pc; -1: native code'],
    },
  },
  nativeNode: {
    number: 17,
    from: 'agent',
    about: 'A stack node of native code, of which only the address is known. Its id is one of the same row as those of `node`.',
    fields: {
      ...nodePlace,
      image: ['u', 'image'],
      offset: ['u', 'address of the call in the image’s file, without the slide; to be looked up unchanged'],
    },
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
