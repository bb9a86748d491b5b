import type { Budget } from '../../../../core/session/limits/budget.ts';
import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { SessionBuilder } from '../import/session-builder.ts';
import { codePlace } from './code-place.ts';

/** Of V8 in place of a function. */
export type NodeKind = 'call' | 'root' | 'idle' | 'collection';

interface CpuNode {
  readonly kind: NodeKind;
  readonly frame: number;
  /** Undefined until the stack is known. */
  stack: number | undefined;
}

const kinds: ReadonlyMap<string, NodeKind> = new Map([
  ['(root)', 'root'],
  ['[root]', 'root'],
  ['(idle)', 'idle'],
  ['(garbage collector)', 'collection'],
]);

/** V8's tree of calls, from `nodes` of a profile or of its pieces. Parents may come later. */
export class CpuNodes {
  readonly #builder: SessionBuilder;
  readonly #report: ImportReport;
  readonly #nodes = new Map<number, CpuNode>();
  readonly #parents = new Map<number, number>();
  readonly #most: Budget;

  /** @param most nodes and callers, which several profiles may share */
  constructor(builder: SessionBuilder, report: ImportReport, most: Budget) {
    this.#builder = builder;
    this.#report = report;
    this.#most = most;
  }

  get size(): number {
    return this.#nodes.size;
  }

  /**
   * A `ProfileNode` of Chrome's protocol, or a node of older profiles without `callFrame`.
   * @param base added to its ids, where several profiles number their nodes alike
   * @param frame that the caller made of its place
   */
  add(value: unknown, base = 0, frame?: number): void {
    const id = (numberField(value, 'id') ?? Number.NaN) + base;
    if (Number.isNaN(id) || this.#nodes.has(id)) {
      this.#report.skipped('nodes without an own id');
      return;
    }
    if (!this.#most.takes()) {
      this.#report.skipped('nodes beyond the bound');
      return;
    }
    const place = field(value, 'callFrame') ?? value;
    const kind = kinds.get(textField(place, 'functionName')) ?? 'call';
    this.#nodes.set(id, { kind, frame: frame ?? this.#frameOf(place), stack: undefined });
    const parent = numberField(value, 'parent');
    if (parent !== undefined) this.setParent(id, parent + base);
    for (const child of listField(value, 'children')) if (typeof child === 'number') this.setParent(child + base, id);
  }

  /** Lines and columns of a place count from 0, and are those of the function's begin. */
  #frameOf(place: unknown): number {
    const url = textField(place, 'url');
    const line = numberField(place, 'lineNumber') ?? -1;
    const column = numberField(place, 'columnNumber') ?? -1;
    const name = textField(place, 'functionName') || '(anonymous)';
    const source = this.#builder.scripts?.at({ url, line, column, begin: { line, column }, isBytecode: undefined });
    return this.#builder.frame(
      source === undefined
        ? { function: name, ...codePlace(url, line + 1, column + 1) }
        : { function: source.function || name, file: source.file, line: source.line },
    );
  }

  /** The first one counts. */
  setParent(child: number, parent: number): void {
    if (!this.#parents.has(child) && this.#most.takes()) this.#parents.set(child, parent);
  }

  /** Undefined for an unknown node. */
  kindOf(id: number): NodeKind | undefined {
    return this.#nodes.get(id)?.kind;
  }

  frameOf(id: number): number {
    return this.#nodes.get(id)?.frame ?? 0;
  }

  /** Stack of a known node. Call it when all callers are known. */
  stackOf(id: number): number {
    const way: CpuNode[] = [];
    const seen = new Set<CpuNode>();
    let stack = 0;
    for (let at: number | undefined = id; at !== undefined; at = this.#parents.get(at)) {
      const node = this.#nodes.get(at);
      if (node === undefined || node.kind === 'root') break;
      if (node.stack !== undefined) {
        stack = node.stack;
        break;
      }
      if (seen.has(node)) {
        this.#report.skipped('callers that their callees call');
        break;
      }
      seen.add(node);
      way.push(node);
    }
    for (const node of way.reverse()) {
      stack = this.#builder.stack(stack, node.frame);
      node.stack = stack;
    }
    return stack;
  }
}
