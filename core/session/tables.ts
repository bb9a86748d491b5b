import { MAX_STACK_DEPTH, type Message } from '../wire/schema.ts';
import { ImageTable } from './image-table.ts';
import { limits } from './limits.ts';
import { MethodTable, methodAtAddress, methodOfClass, StringTable } from './names.ts';
import { NodeTable, nodeMark } from './node-table.ts';
import type { Run } from './run.ts';
import { type TextBudget, textLength } from './text-budget.ts';

/** Messages that announce what others refer to. */
export type TableMessage = Message<'string' | 'method' | 'node' | 'nativeNode' | 'classDebug' | 'image'>;

/** What all runs of a session share: a method that two runs know by different ids is one row here. */
export class SessionTables {
  readonly strings = new StringTable();
  readonly methods = new MethodTable();
  readonly nodes = new NodeTable();
  readonly images = new ImageTable();
  /** Source maps (SMAP) by class, as a JVM type signature. */
  readonly classDebug = new Map<string, string>();
  readonly #texts: TextBudget;

  constructor(texts: TextBudget) {
    this.#texts = texts;
  }

  /** Takes an entry of the run's agent; false when it does not fit. What comes again after a broken link costs nothing. */
  announce(run: Run, message: TableMessage): boolean {
    switch (message.type) {
      case 'node':
        return this.#node(run, message);
      case 'nativeNode':
        return this.#nativeNode(run, message);
      case 'method': {
        const method = methodOfClass(message);
        if (this.methods.row(method) === 0 && !this.#texts.takes(textLength(message))) return false;
        return run.methods.set(message.id, this.methods.intern(method));
      }
      case 'string':
        if (!this.strings.has(message.text) && !this.#texts.takes(message.text.length)) return false;
        return run.strings.set(message.id, this.strings.intern(message.text));
      case 'classDebug':
        return this.#classDebug(message);
      case 'image':
        return this.#image(run, message);
    }
  }

  /** A parent that was not announced before counts as the empty stack, so a chain of parents cannot form a ring. */
  #node(run: Run, message: Message<'node'>): boolean {
    const isPc = message.line === 0 && message.pc >= 0;
    const line = Math.min(isPc ? message.pc : message.line, 0xffffffff);
    return this.#setNode(run, message, run.methods.row(message.method), line, isPc ? nodeMark.pc : 0);
  }

  #nativeNode(run: Run, message: Message<'nativeNode'>): boolean {
    const method = this.methods.intern(methodAtAddress(run.imageRows.get(message.image) ?? 0, message.offset));
    return this.#setNode(run, message, method, 0, 0);
  }

  /** Where a stack has as many frames as it can have, those that they call are the same stack. */
  #setNode(run: Run, { id, parent }: Message<'node' | 'nativeNode'>, method: number, line: number, mark: number): boolean {
    const caller = run.nodes.row(parent);
    const isFull = (this.nodes.depth[caller] ?? 0) >= MAX_STACK_DEPTH;
    const row = isFull ? caller : this.nodes.intern(caller, method, line, mark);
    return row !== undefined && run.nodes.set(id, row);
  }

  #classDebug(message: Message<'classDebug'>): boolean {
    const known = this.classDebug.get(message.class);
    if (known === message.smap) return true;
    if (known === undefined && this.classDebug.size >= limits.classes) return false;
    if (!this.#texts.takes(textLength(message))) return false;
    this.classDebug.set(message.class, message.smap);
    return true;
  }

  /** The same id replaces. */
  #image(run: Run, message: Message<'image'>): boolean {
    const { id, base, size, buildId, path } = message;
    const known = run.images.findIndex((image) => image.id === id);
    if (known < 0 && run.images.length >= limits.images) return false;
    if (run.images[known]?.path !== path && !this.#texts.takes(path.length)) return false;
    const row = this.images.intern(path, buildId);
    run.imageRows.set(id, row);
    run.images.splice(known < 0 ? run.images.length : known, 1, { id, base, size, buildId, path, row });
    return true;
  }
}
