import type { Message } from '../../core/wire/schema.ts';
import { helloMessage } from './sample-stream.ts';

/** Two functions of the app, and the wait of Android's looper. */
export const stacks = { load: 1, parse: 2, poll: 3 } as const;

const methods = [
  ['LShop;', 'load'],
  ['LShop;', 'parse'],
  ['Landroid/os/MessageQueue;', 'nativePollOnce'],
] as const;

const ms = 1_000;

/** An agent's messages before main's first sample. */
export function* beforeSamples(allocations: 0 | 1): Generator<Message> {
  yield helloMessage(0);
  yield { type: 'settings', intervalUs: 10_000, threads: 1, depth: 512, walkAlways: 0, allocations };
  yield { type: 'thread', thread: 1, tid: 1, name: 'main', group: '', flags: 1, atUs: 0 };
  for (const [at, [className, name]] of methods.entries()) {
    yield { type: 'method', id: at + 1, class: className, name, signature: '()V', sourceFile: '', modifiers: 1 };
    yield { type: 'node', id: at + 1, parent: 0, method: at + 1, line: 1, pc: 0 };
  }
}

/** Main in a stack, with the bytes since its last sample. */
export function seen(atMs: number, node: number, bytes = 0): Message<'sample'> {
  return { type: 'sample', thread: 1, atUs: atMs * ms, node, state: 0, cpuUs: undefined, allocatedBytes: bytes };
}

/** The same stack again. */
export function seenAgain(atMs: number, bytes = 0): Message<'run'> {
  return { type: 'run', thread: 1, atUs: atMs * ms, samples: 1, cpuUs: undefined, allocatedBytes: bytes };
}

export function messageBegins(atMs: number): Message {
  return { type: 'messageBegin', thread: 1, atUs: atMs * ms, target: 0, callback: 0, what: 0 };
}
