import { listField, textField } from '../../../../core/text/json-fields.ts';
import { TextTable } from '../held/text-table.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ScriptPlace } from '../import/names/script-places.ts';
import type { SessionBuilder } from '../import/session-builder.ts';
import { idText, writtenNumber } from '../import/written-id.ts';
import { codePlace } from '../v8/code-place.ts';
import type { CpuNodes } from '../v8/cpu-nodes.ts';
import { type HermesFrame, hermesFrame } from './hermes-frame.ts';

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
    const parentNode = parent === '' ? {} : { parent: this.#number(parent) };
    const callFrame = { functionName: named.name };
    this.#nodes.add({ id: this.#number(id), callFrame, ...parentNode }, 0, this.#frame(value, named));
  }

  #frame(value: unknown, named: HermesFrame): number {
    const name = named.name || '(anonymous)';
    const source = this.#builder.scripts?.at(scriptPlace(value, named));
    if (source !== undefined) return this.#builder.frame({ function: source.function || name, file: source.file, line: source.line });
    const url = named.url || textField(value, 'packageUri') || textField(value, 'resolvedUrl') || bytecodePlace(value);
    const line = writtenNumber(value, 'line') || named.line || writtenNumber(value, 'sourceLine') || 0;
    // Of the function's begin: the place itself is another for each of its calls.
    const column = writtenNumber(value, 'funcColumn') || writtenNumber(value, 'column') || named.column;
    return this.#builder.frame({ function: name, ...codePlace(url, line, column) });
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

/** Hermes counts lines and columns of sources from 1, bytes of bytecode from 0. */
function scriptPlace(frame: unknown, { url, line, column, isAddress }: HermesFrame): ScriptPlace {
  const begin = writtenNumber(frame, 'funcVirtAddr');
  if (begin !== undefined)
    return { url, line: 0, column: begin + (writtenNumber(frame, 'offset') ?? 0), begin: { line: 0, column: begin }, isBytecode: true };
  if (isAddress) return { url, line: line - 1, column, begin: undefined, isBytecode: true };
  const [funcLine = 0, funcColumn = 0] = [writtenNumber(frame, 'funcLine'), writtenNumber(frame, 'funcColumn')];
  return {
    url,
    line: (writtenNumber(frame, 'line') || line) - 1,
    column: (writtenNumber(frame, 'column') || column) - 1,
    begin: funcLine > 0 && funcColumn > 0 ? { line: funcLine - 1, column: funcColumn - 1 } : undefined,
    isBytecode: false,
  };
}
