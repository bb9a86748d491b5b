import { uint32At } from '../../columns/at.ts';
import { MAX_STACK_DEPTH, type Message } from '../../wire/schema.ts';
import type { SessionBudgets } from '../limits/session-budgets.ts';
import { textLength } from '../limits/text-length.ts';
import { ImageTable } from '../names/image-table.ts';
import { MethodTable, methodAtAddress, methodOfClass, StringTable } from '../names/method-table.ts';
import { NodeTable, nodeMark } from '../names/node-table.ts';
import { callbackText, OWN_CALLBACK } from '../names/own-code.ts';
import { OwnMethods } from '../names/own-methods.ts';
import { textKey } from '../names/text-key.ts';
import type { Run } from './run.ts';

/** Announcements that others refer to. */
type TableMessage = Message<'string' | 'method' | 'node' | 'nativeNode' | 'classDebug' | 'image'>;

/** Tables of all runs: a method known by different ids is one row. */
export class SessionTables {
  readonly strings: StringTable;
  readonly methods: MethodTable;
  readonly nodes: NodeTable;
  readonly images: ImageTable;
  readonly classDebug = new Map<string, string>();
  readonly #own: OwnMethods;
  readonly #budgets: SessionBudgets;

  constructor(budgets: SessionBudgets) {
    this.#budgets = budgets;
    this.strings = new StringTable(budgets.strings);
    this.methods = new MethodTable(budgets.methods);
    this.nodes = new NodeTable(budgets.nodes);
    this.images = new ImageTable(budgets.images);
    this.#own = new OwnMethods(this.methods, this.images);
  }

  /** False beyond a bound. Repetitions after a broken link are free. */
  announce(run: Run, message: TableMessage): boolean {
    switch (message.type) {
      case 'node':
        return this.#node(run, message);
      case 'nativeNode':
        return this.#nativeNode(run, message);
      case 'method': {
        const row = this.methods.internAnnounced(methodOfClass(message), this.#budgets.letters);
        return row !== undefined && run.methods.set(message.id, row);
      }
      case 'string': {
        const row = this.strings.intern(callbackText(message.text), this.#budgets.letters);
        return row !== undefined && run.strings.set(message.id, row);
      }
      case 'classDebug':
        return this.#classDebug(message);
      case 'image':
        return this.#image(run, message);
    }
  }

  /** An unknown parent counts as the empty stack, so parents never form a ring. */
  #node(run: Run, message: Message<'node'>): boolean {
    const isPc = message.line === 0 && message.pc >= 0;
    const line = Math.min(isPc ? message.pc : message.line, 0xffffffff);
    return this.#setNode(run, message, run.methods.row(message.method), line, isPc ? nodeMark.pc : 0);
  }

  #nativeNode(run: Run, message: Message<'nativeNode'>): boolean {
    const method = this.methods.intern(methodAtAddress(run.imageById.get(message.image)?.row ?? 0, message.offset));
    return this.#setNode(run, message, method, 0, 0);
  }

  /** Beyond the deepest stack, callees are the same stack; the agent's own frames are their caller. */
  #setNode(run: Run, { id, parent }: Message<'node' | 'nativeNode'>, method: number, line: number, mark: number): boolean {
    const caller = run.nodes.row(parent);
    const isOwn = this.#own.has(method);
    if (isOwn || run.own.callsAll(parent)) {
      const named = this.methods.rows[method];
      run.own.add(id, parent, named?.class === '', isOwn && named?.name === 'run' && callbackText(named.class) === OWN_CALLBACK);
      return run.nodes.set(id, caller);
    }
    const isFull = uint32At(this.nodes.depth, caller) >= MAX_STACK_DEPTH;
    const row = isFull ? caller : this.nodes.intern(caller, method, line, mark);
    return row !== undefined && run.nodes.set(id, row);
  }

  #classDebug(message: Message<'classDebug'>): boolean {
    const key = textKey(message.class);
    const known = this.classDebug.get(key);
    if (known === message.smap) return true;
    if (!this.#budgets.letters.takes(textLength(message))) return false;
    if (known === undefined && !this.#budgets.classes.takes()) return false;
    this.classDebug.set(key, message.smap);
    return true;
  }

  /** The same id replaces. */
  #image(run: Run, message: Message<'image'>): boolean {
    const { id, base, size, buildId, path } = message;
    const known = run.imageById.get(id);
    if (known?.path !== path && !this.#budgets.letters.takes(path.length)) return false;
    if (known === undefined && !this.#budgets.images.takes()) return false;
    const row = this.images.intern(path, buildId);
    run.imageById.set(id, { id, base, size, buildId, path, row });
    return true;
  }
}
