import type { Use } from '../../import/each-line.ts';
import type { ImportReport } from '../../import/import-report.ts';
import { isLeftOut, ProcessBlock } from './process-block.ts';
import type { TextFields } from './text-fields.ts';
import { type TreeRow, treeRow } from './tree-row.ts';

const BLOCK = /^(?:Process|Powerstats for):\s{1,100}(\S.{0,500})$/;
const UNKNOWN = 'lines of no known form';
const MOST_HEAVIEST = 4_096;
const MOST_IMAGE_LINES = 65_536;

/** Lines of a spindump; keeps the process that the report is about. */
export class SpindumpLines {
  readonly #fields: TextFields;
  readonly #report: ImportReport;
  /** Names that the app may have. */
  readonly #names: readonly string[];
  /** “Heaviest stack …”, outermost call first. */
  readonly heaviest: TreeRow[] = [];
  #chosen: ProcessBlock | undefined;
  #current: ProcessBlock | undefined;
  #section: 'head' | 'heaviest' | 'other stack' | 'block' | 'images' = 'head';
  #blocks = 0;

  constructor(fields: TextFields, names: readonly string[], report: ImportReport) {
    this.#fields = fields;
    this.#names = names;
    this.#report = report;
  }

  add(line: string): Use {
    if (line.trim() === '') {
      // Fields may follow the heaviest stack.
      if (this.#section === 'heaviest' && this.heaviest.length > 0) this.#section = 'head';
      return true;
    }
    const [, process] = BLOCK.exec(line) ?? [];
    if (process !== undefined) this.#begin(process);
    else if (line.startsWith('Heaviest stack ')) this.#section = this.heaviest.length === 0 ? 'heaviest' : 'other stack';
    else if (/^\s{0,20}Binary Images:/.test(line)) this.#section = 'images';
    else if (this.#section === 'images') return this.#addImage(line);
    else if (this.#section === 'block') return this.#current?.add(line) ?? true;
    else if (this.#section === 'heaviest') return this.#addHeaviest(line);
    else return this.#fields.add(line) || (this.#section === 'other stack' && treeRow(line) !== undefined) || isLeftOut(line) || UNKNOWN;
    return true;
  }

  /** The app's process: the report's own, one of the names, the one in front, else the first. */
  end(): ProcessBlock | undefined {
    this.#choose();
    this.#report.skipped('other processes', Math.max(0, this.#blocks - 1));
    return this.#chosen;
  }

  #begin(process: string): void {
    this.#choose();
    const [, name = '', pid = '0'] = /^(.{1,500}?)(?: \[(\d{1,9})\].*)?$/.exec(process) ?? [];
    this.#current = new ProcessBlock(name, Number(pid));
    this.#section = 'block';
    this.#blocks++;
  }

  #choose(): void {
    const ended = this.#current;
    this.#current = undefined;
    if (ended !== undefined && (this.#chosen === undefined || this.#rank(ended) > this.#rank(this.#chosen))) this.#chosen = ended;
  }

  #rank({ pid, name, isFront, threads }: ProcessBlock): number {
    if (threads.length === 0) return 0;
    if (pid > 0 && String(pid) === this.#fields.of('PID')) return 4;
    if (this.#names.includes(name) || name === this.#fields.of('Command')) return 3;
    return isFront ? 2 : 1;
  }

  #addImage(line: string): Use {
    if ((this.#current?.imageLines.length ?? 0) === MOST_IMAGE_LINES) return 'libraries beyond the bound';
    this.#current?.imageLines.push(line);
    return true;
  }

  #addHeaviest(line: string): Use {
    const row = treeRow(line);
    if (row === undefined) {
      if (this.heaviest.length > 0) this.#section = 'head';
      return this.#fields.add(line) || isLeftOut(line) || UNKNOWN;
    }
    if (this.heaviest.length === MOST_HEAVIEST) return 'calls of the heaviest stack beyond 4,096';
    this.heaviest.push(row);
    return true;
  }
}
