import { field, isObject, textField } from '../../../../core/text/json-fields.ts';
import { writtenNumber } from '../import/written-id.ts';

/** Time without samples. */
const UNATTRIBUTED = '<unattributed>';

interface Open {
  readonly node: unknown;
  /** Index of the node's caller. */
  readonly parent: number;
  readonly depth: number;
}

interface CallTimes {
  /** @returns the stack of a node below its caller's */
  readonly stackOf: (node: unknown, parent: number, depth: number) => number;
  readonly spent: (beginUs: number, endUs: number, stack: number) => void;
  /** A node without a name or time, and all below it. */
  readonly unread: () => void;
  readonly pause: () => Promise<void>;
}

/** One object where there is one child, else a list. */
function childrenOf(node: unknown): readonly unknown[] {
  const children = field(node, 'children');
  if (Array.isArray(children)) return children.filter(isObject);
  return isObject(children) ? [children] : [];
}

/** Ends each stack: no name, no calls. */
function isSeparator(node: unknown): boolean {
  return textField(node, 'name') === '' && childrenOf(node).length === 0;
}

/** Own times of all nodes below the root. Returns their number. */
export async function callTimes(root: unknown, { stackOf, spent, unread, pause }: CallTimes): Promise<number> {
  let count = 0;
  const open: Open[] = childrenOf(root).map((node) => ({ node, parent: 0, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, parent, depth } = next;
    const name = textField(node, 'name');
    const begin = writtenNumber(node, 'start');
    const length = writtenNumber(node, 'duration');
    if (name === UNATTRIBUTED || isSeparator(node)) continue;
    if (name === '' || begin === undefined || length === undefined || length < 0) {
      unread();
      continue;
    }
    const stack = stackOf(node, parent, depth);
    count++;
    let doneAt = begin;
    for (const child of childrenOf(node)) {
      const childBegin = writtenNumber(child, 'start') ?? doneAt;
      // The separator is its caller's own time.
      if (isSeparator(child)) continue;
      if (childBegin > doneAt) spent(doneAt * 1e6, childBegin * 1e6, stack);
      doneAt = Math.max(doneAt, childBegin + Math.max(0, writtenNumber(child, 'duration') ?? 0));
      open.push({ node: child, parent: stack, depth: depth + 1 });
    }
    if (begin + length > doneAt) spent(doneAt * 1e6, (begin + length) * 1e6, stack);
    await pause();
  }
  return count;
}
