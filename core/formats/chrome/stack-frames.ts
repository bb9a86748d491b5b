import { TextTable } from '../held/text-table.ts';
import { importLimits } from '../import/import-limits.ts';
import { listField, textField } from '../import/json.ts';
import type { SessionBuilder } from '../import/session-builder.ts';
import { idText, writtenNumber } from '../import/written-id.ts';
import type { CpuNodes } from '../v8/cpu-nodes.ts';
import { hermesFrame } from './hermes-frame.ts';

/** `stackFrames` of a trace and the samples that refer to them, as Hermes and Dart write them. Ids are texts. */
export class StackFrames {
  readonly #nodes: CpuNodes;
  readonly #builder: SessionBuilder;
  readonly #numbers: TextTable<number>;
  /** Nodes of stacks that events hold as lists, below their caller's. */
  readonly #listed: TextTable<number>;
  #count = 0;

  constructor(nodes: CpuNodes, builder: SessionBuilder) {
    this.#nodes = nodes;
    this.#builder = builder;
    this.#numbers = new TextTable(builder.held, importLimits.stacks);
    this.#listed = new TextTable(builder.held, importLimits.stacks);
  }

  /** Node of a sample's frame: `sf` refers to `stackFrames`, `stack` lists names, the outermost first. */
  nodeOf(sample: unknown): number {
    const id = idText(sample, 'sf');
    return id === '' ? this.#ofList(listField(sample, 'stack')) : this.#number(id);
  }

  add(id: string, value: unknown): void {
    const named = hermesFrame(textField(value, 'name'));
    const parent = idText(value, 'parent');
    const category = textField(value, 'category');
    if (category === 'JavaScript' || category === 'Dart') this.#builder.languages.add(category);
    this.#nodes.add({
      id: this.#number(id),
      callFrame: {
        functionName: named.name,
        url: named.url || textField(value, 'packageUri') || textField(value, 'resolvedUrl') || bytecodePlace(value),
        lineNumber: (writtenNumber(value, 'line') || named.line || writtenNumber(value, 'sourceLine') || 0) - 1,
        // Of the function's begin: the place itself is another for each of its calls.
        columnNumber: (writtenNumber(value, 'funcColumn') || writtenNumber(value, 'column') || named.column) - 1,
      },
      ...(parent === '' ? {} : { parent: this.#number(parent) }),
    });
  }

  #ofList(names: readonly unknown[]): number {
    let node = 0;
    for (const each of names.slice(0, importLimits.letters)) {
      const name = typeof each === 'string' ? each : idText({ each }, 'each');
      const key = `${node} ${name}`;
      const known = this.#listed.get(key);
      if (known === undefined) {
        const id = ++this.#count;
        this.#nodes.add({ id, callFrame: { functionName: name }, ...(node === 0 ? {} : { parent: node }) });
        this.#listed.set(key, id);
        node = id;
      } else node = known;
    }
    return node;
  }

  #number(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = ++this.#count;
    this.#numbers.set(id, number);
    return number;
  }
}

/** Hermes' releases have no lines: a function's begin in the bytecode is line 1 and this column for source maps. */
function bytecodePlace(frame: unknown): string {
  const begin = writtenNumber(frame, 'funcVirtAddr');
  return begin === undefined ? '' : `bytecode:1:${begin}`;
}
