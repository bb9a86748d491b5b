import type { MessageDefinition } from './definition.ts';

const builtClass = ['str', 'JVM type signature: Lcom/example/Shop;'] as const;

const nodePlace = {
  id: ['u', 'from 1; 0 is the empty stack'],
  parent: ['u', 'node of the caller, 0 for the outermost frame'],
} as const;

/**
 * Entries others refer to by id: sent before their use, and again after a broken link. Threads, texts, libraries, methods, stack
 * nodes.
 */
export const tableMessages = {
  thread: {
    number: 10,
    from: 'agent',
    about: 'A thread was found, was renamed, or its kernel id became known.',
    fields: {
      thread: ['u', 'id, from 1'],
      tid: ['u', 'kernel thread id, 0 unknown'],
      name: ['str', 'name'],
      group: ['str', 'thread group; iOS: its dispatch queue'],
      flags: ['u', 'bit 0 main thread, bit 1 daemon, bit 2 the agent’s own'],
      atUs: ['t', 'time of the fact'],
    },
  },
  threadEnd: { number: 11, from: 'agent', about: 'A thread ended.', fields: { thread: ['u', 'thread'], atUs: ['t', 'time of the fact'] } },
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
      class: builtClass,
      name: ['str', 'name'],
      signature: ['str', 'descriptor: (I)V'],
      sourceFile: ['str', 'SourceFile attribute, may be empty'],
      modifiers: ['u', 'JVM access flags; 0x100 is native'],
    },
  },
  classDebug: {
    number: 15,
    from: 'agent',
    about: 'SourceDebugExtension of a class (SMAP), sent once before the first node in it.',
    fields: { class: builtClass, smap: ['str', 'the text, empty when longer than 64 KiB'] },
  },
  node: {
    number: 16,
    from: 'agent',
    about: 'A stack node: one frame below its parent. Sent before the first message that refers to it.',
    fields: {
      ...nodePlace,
      method: ['u', 'method, 0 unknown'],
      line: ['u', 'line of the class file, 0 unknown'],
      pc: ['s', 'byte-code index or dex pc, -1 in native code'],
    },
  },
  nativeNode: {
    number: 17,
    from: 'agent',
    about: 'A stack node of native code, of which only the address is known. Its id is one of the same row as those of `node`.',
    fields: {
      ...nodePlace,
      image: ['u', 'image of the code, 0 none'],
      offset: ['u', 'address of the call in the image’s file, without the slide; to be looked up unchanged'],
    },
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
