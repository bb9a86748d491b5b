import { field } from '../../../../core/text/json-fields.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { Column, textAt } from './column.ts';
import type { Libraries } from './libraries.ts';
import { Parents, StackCategories } from './stack-categories.ts';
import type { ThreadStacks } from './thread-samples.ts';

const STEP = 4_096;
/** Address as profilers name an address without a symbol. */
const ADDRESS = /^0x[0-9a-f]+$/i;
/** `hg:hg.mozilla.org/central:path/File.cpp:revision` */
const REPOSITORY = /^(?:hg|git|s3|cargo):[^:]*:([^:]+)(?::|$)/;

interface Tables {
  /** Has `frameTable` and its like: the thread, or what threads share from version 60 on. */
  readonly owner: unknown;
  readonly texts: readonly unknown[];
  /** Names of files from version 58 on. */
  readonly sources: unknown;
  readonly libraries: Libraries;
  /** Has the names of categories. */
  readonly meta: unknown;
}

/** Handles of the stacks of one set of tables, by row. */
export async function profileStacks(task: ImportTask, tables: Tables): Promise<ThreadStacks> {
  const { builder, report, turns } = task;
  const table = field(tables.owner, 'stackTable');
  const frame = new Column(table, 'frame');
  const parents = new Parents(table);
  const frames = new Frames(task, tables);
  const stacks: number[] = [];
  for (let row = 0; row < frame.length; row++) {
    const parent = parents.of(row);
    const caller = parent === undefined ? 0 : stacks[parent];
    if (caller === undefined) report.skipped('callers that do not stand before their stacks');
    const handle = frames.handleOf(frame.at(row));
    if (handle === undefined) report.skipped('frames that the file does not list');
    stacks.push(handle === undefined ? (caller ?? 0) : builder.stack(caller ?? 0, handle));
    if (row % STEP === 0) await turns.pause();
  }
  const categories = new StackCategories(tables.owner, tables.meta);
  return { of: (row) => stacks[row], isRest: (row) => categories.isRest(row), isOffCpu: (row) => categories.isOffCpu(row) };
}

class Frames {
  readonly #task: ImportTask;
  readonly #tables: Tables;
  readonly #files: Column;
  readonly #known = new Map<number, number>();
  readonly #column: Readonly<Record<'func' | 'line' | 'address' | 'lib', Column>>;
  readonly #of: Readonly<Record<'name' | 'fileName' | 'source' | 'lineNumber' | 'resource', Column>>;
  readonly #resourceLib: Column;

  constructor(task: ImportTask, tables: Tables) {
    this.#task = task;
    this.#tables = tables;
    this.#files = new Column(tables.sources, 'filename');
    const frames = field(tables.owner, 'frameTable');
    const functions = field(tables.owner, 'funcTable');
    const of = (table: unknown) => (name: string) => new Column(table, name);
    const [frame, func] = [of(frames), of(functions)];
    this.#column = { func: frame('func'), line: frame('line'), address: frame('address'), lib: frame('lib') };
    this.#of = {
      name: func('name'),
      fileName: func('fileName'),
      source: func('source'),
      lineNumber: func('lineNumber'),
      resource: func('resource'),
    };
    this.#resourceLib = new Column(field(tables.owner, 'resourceTable'), 'lib');
  }

  /** Undefined for a frame that is not there. */
  handleOf(row: number | undefined): number | undefined {
    const func = this.#column.func.at(row);
    if (row === undefined || func === undefined) return undefined;
    const known = this.#known.get(row);
    if (known !== undefined) return known;
    const handle = this.#make(row, func);
    this.#known.set(row, handle);
    return handle;
  }

  #make(row: number, func: number): number {
    const { texts, libraries } = this.#tables;
    const name = textAt(texts, this.#of.name.at(func));
    const file = textAt(texts, this.#of.fileName.at(func)) || textAt(texts, this.#files.at(this.#of.source.at(func)));
    const place = { file: REPOSITORY.exec(file)?.[1] ?? file, line: this.#column.line.at(row) ?? this.#of.lineNumber.at(func) ?? 0 };
    const address = this.#column.address.at(row) ?? -1;
    const lib = this.#column.lib.at(row) ?? this.#resourceLib.at(this.#of.resource.at(func));
    if (address < 0 || lib === undefined || lib < 0) return this.#task.builder.frame({ function: name, ...place });
    const image = libraries.imageOf(lib);
    return this.#task.builder.frame({ function: ADDRESS.test(name) && image > 0 ? '' : name, ...place, image, address });
  }
}
