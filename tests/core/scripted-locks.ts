import { SessionModel } from '../../core/session/model/model.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import type { Message } from '../../core/wire/schema.ts';
import { helloMessage, processMessage } from './sample-stream.ts';

/** Session time at which the script begins. */
export const LOCKS_START_US = 1_000_000_000;

/** A wait of a thread, both named; milliseconds. */
export interface ScriptedWait {
  readonly thread: string;
  /** Name of the object's class: simple, of `com.example`; or with slashes. */
  readonly for: string;
  readonly from: number;
  /** Undefined while it lasts. */
  readonly to?: number;
  /** By time of the question. */
  readonly owners?: Readonly<Record<number, string>>;
  /** As in `waitBegin`; a monitor unless given. */
  readonly kind?: number;
  /** As in `waitEnd`. */
  readonly outcome?: number;
  /** Waiting threads at each question. */
  readonly waiters?: number;
}

/** A thread's stack from a time on, outermost frame first: `com.example.Repo.save`. */
export interface ScriptedStack {
  readonly thread: string;
  readonly at: number;
  readonly stack: readonly string[];
  readonly state?: number;
  /** The thread ends then. */
  readonly ends?: true;
}

const at = (milliseconds: number): number => LOCKS_START_US + milliseconds * 1_000;

/**
 * An agent's messages about threads that wait for each other's objects. The first named thread is main.
 * @param endMs later facts are left out
 * @param message of main's looper; milliseconds, without an end while it lasts
 */
export function scriptedLocks(
  names: readonly string[],
  waits: readonly ScriptedWait[],
  stacks: readonly ScriptedStack[],
  endMs: number,
  message?: { readonly from: number; readonly to?: number },
): Message[] {
  const idOf = (name: string): number => names.indexOf(name) + 1;
  const objects = [...new Set(waits.map((wait) => wait.for))];
  const frames = [...new Set(stacks.flatMap(({ stack }) => stack))];
  const nodes = new Map<string, number>();
  const tables: Message[] = [
    ...names.map((name, index): Message => {
      return { type: 'thread', thread: index + 1, tid: index + 1, name, group: 'main', flags: index === 0 ? 1 : 0, atUs: at(0) };
    }),
    ...objects.map(
      (name, index): Message => ({ type: 'string', id: index + 1, text: `L${name.includes('/') ? '' : 'com/example/'}${name};` }),
    ),
    ...frames.map((frame, index): Message => {
      const dot = frame.lastIndexOf('.');
      const sourceFile = `${frame.slice(frame.lastIndexOf('.', dot - 1) + 1, dot)}.java`;
      const className = `L${frame.slice(0, dot).replaceAll('.', '/')};`;
      return { type: 'method', id: index + 1, class: className, name: frame.slice(dot + 1), signature: '()V', sourceFile, modifiers: 1 };
    }),
  ];
  for (const { stack } of stacks) {
    let parent = 0;
    for (const [depth, frame] of stack.entries()) {
      const key = stack.slice(0, depth + 1).join();
      const id = nodes.get(key) ?? nodes.size + 1;
      if (!nodes.has(key)) tables.push({ type: 'node', id, parent, method: frames.indexOf(frame) + 1, line: depth + 1, pc: 0 });
      nodes.set(key, id);
      parent = id;
    }
  }
  const nodeAt = (name: string, ms: number): number => {
    const known = stacks.findLast((each) => each.thread === name && each.at <= ms);
    return known === undefined ? 0 : (nodes.get(known.stack.join()) ?? 0);
  };
  const facts = [
    ...stacks.map(({ thread, at: ms, stack, state = 0, ends }): Fact => {
      if (ends) return { type: 'threadEnd', thread: idOf(thread), atUs: at(ms) };
      return { type: 'sample', thread: idOf(thread), atUs: at(ms), node: nodes.get(stack.join()) ?? 0, state, cpuUs: 0 };
    }),
    ...waits.flatMap((wait): readonly Fact[] => {
      const { thread, from, to, owners = {}, kind = 1, waiters = 1, outcome = 0 } = wait;
      const object = objects.indexOf(wait.for) + 1;
      const id = idOf(thread);
      return [
        { type: 'waitBegin', thread: id, atUs: at(from), kind, object },
        ...Object.entries(owners).map(([ms, owner]): Fact => {
          const ownerNode = nodeAt(owner, Number(ms));
          return { type: 'waitOwner', thread: id, atUs: at(Number(ms)), owner: idOf(owner), ownerNode, waiters, object };
        }),
        ...(to === undefined ? [] : [{ type: 'waitEnd', thread: id, atUs: at(to), outcome } as const]),
      ];
    }),
    ...(message === undefined ? [] : messageFacts(at(message.from), message.to === undefined ? undefined : at(message.to))),
    ...Array.from({ length: Math.floor(endMs / 10) + 1 }, (_, index): Fact => ({ type: 'tick', atUs: at(index * 10), rounds: 1 })),
  ];
  return [
    processMessage(0),
    helloMessage(LOCKS_START_US),
    ...tables,
    ...facts.filter(({ atUs }) => atUs <= at(endMs)).sort((a, b) => a.atUs - b.atUs),
  ];
}

function messageFacts(beginUs: number, endUs: number | undefined): readonly Fact[] {
  const names = { thread: 1, target: 0, callback: 0, what: 0 };
  const begin = { type: 'messageBegin', atUs: beginUs, ...names } as const;
  return endUs === undefined ? [begin] : [begin, { type: 'messageEnd', atUs: endUs, ...names }];
}

type Fact = Extract<Message, { readonly atUs: number }>;

/** The model after a script, and its threads by name. */
export function lockModel(...script: Parameters<typeof scriptedLocks>): {
  readonly model: SessionModel;
  thread(name: string): Thread;
} {
  const model = new SessionModel();
  for (const message of scriptedLocks(...script)) model.apply(message);
  return {
    model,
    thread(name) {
      const found = model.threads.find((thread) => thread.name === name);
      if (found === undefined) throw new Error(`No thread is named ${name}.`);
      return found;
    },
  };
}
