import type { Message } from '../../wire/schema.ts';

type NodeMessage = Message<'node' | 'nativeNode'>;

/** Collected as they come, written as needed. */
export class ExcerptTables {
  readonly #nodes = new Map<number, NodeMessage>();
  readonly #methods = new Map<number, Message<'method'>>();
  readonly #strings = new Map<number, Message<'string'>>();
  readonly #images: Map<number, Message<'image'>>;
  readonly #classes: Map<string, Message<'classDebug'>>;

  /** @param before full tables of the same process: its images and classes are sent once */
  constructor(before?: ExcerptTables) {
    this.#images = before === undefined ? new Map() : before.#images;
    this.#classes = before === undefined ? new Map() : before.#classes;
  }

  take(message: Message): boolean {
    switch (message.type) {
      case 'node':
      case 'nativeNode':
        this.#nodes.set(message.id, message);
        return true;
      case 'method':
        this.#methods.set(message.id, message);
        return true;
      case 'string':
        this.#strings.set(message.id, message);
        return true;
      case 'image':
        this.#images.set(message.id, message);
        return true;
      case 'classDebug':
        this.#classes.set(message.class, message);
        return true;
      default:
        return false;
    }
  }

  /** Each before its first use. */
  needed(facts: readonly Message[]): NeededEntries {
    const nodes = this.#neededNodes(facts);
    const methods = new Set<number>();
    const images = new Set<number>();
    const addresses = new Set<string>();
    for (const node of nodes) {
      if (node.type === 'node') methods.add(node.method);
      else {
        images.add(node.image);
        addresses.add(addressKey(node.image, node.offset));
      }
    }
    const texts = new Set(facts.flatMap(textsOf));
    const methodEntries = rowsOf(this.#methods, methods);
    const stringEntries = rowsOf(this.#strings, texts);
    const methodKeys = new Set(methodEntries.map(methodKey));
    const classes = new Set(methodEntries.map((method) => method.class));
    const debug = [...this.#classes.values()].filter((entry) => classes.has(entry.class));
    const dotted = new Set([
      ...[...classes].map((name) => name.slice(1, -1).replaceAll('/', '.')),
      ...stringEntries.map(({ text }) => text),
    ]);
    return {
      entries: [...rowsOf(this.#images, images), ...stringEntries, ...methodEntries, ...debug, ...nodes],
      names(record) {
        switch (record.type) {
          case 'addressNames':
            return addresses.has(addressKey(record.image, record.offset)) ? record : undefined;
          case 'frameNames':
          case 'outlineNames':
            return methodKeys.has(methodKey(record)) ? record : undefined;
          case 'classNames': {
            const kept = record.classes.filter(({ built }) => dotted.has(built));
            return kept.length === 0 ? undefined : { ...record, classes: kept };
          }
          case 'symbols':
            return record.image === 0 || images.has(record.image) ? record : undefined;
        }
      },
    };
  }

  /** With all their callers, which were announced first. */
  #neededNodes(facts: readonly Message[]): readonly NodeMessage[] {
    const needed = new Set<number>();
    for (const fact of facts) {
      for (let id = nodeOf(fact); id !== 0 && !needed.has(id); id = this.#nodes.get(id)?.parent ?? 0) needed.add(id);
    }
    return rowsOf(this.#nodes, needed);
  }
}

/** Names for what the agent sent. */
export type NameRecord = Message<'symbols' | 'classNames' | 'frameNames' | 'addressNames' | 'outlineNames'>;

export interface NeededEntries {
  readonly entries: readonly Message[];
  /** The part that concerns these entries, if any. */
  names(record: NameRecord): NameRecord | undefined;
}

function addressKey(image: number, offset: number): string {
  return `${image} ${offset}`;
}

function methodKey({ class: className, name, signature }: Pick<Message<'method'>, 'class' | 'name' | 'signature'>): string {
  return `${className} ${name} ${signature}`;
}

function rowsOf<K, T>(table: ReadonlyMap<K, T>, wanted: ReadonlySet<K>): T[] {
  return [...table].filter(([key]) => wanted.has(key)).map(([, row]) => row);
}

/** Stack of a fact, 0 if none. */
function nodeOf(fact: Message): number {
  switch (fact.type) {
    case 'sample':
    case 'blockingCall':
    case 'openCall':
      return fact.node;
    case 'waitOwner':
      return fact.ownerNode;
    default:
      return 0;
  }
}

function textsOf(fact: Message): readonly number[] {
  switch (fact.type) {
    case 'messageBegin':
    case 'messageEnd':
      return [fact.target, fact.callback];
    case 'waitBegin':
    case 'waitOwner':
      return [fact.object];
    case 'screen':
      return [fact.name];
    case 'blockingCall':
    case 'openCall':
      return [fact.function, fact.object];
    default:
      return [];
  }
}
