import type { ImportReport } from '../../import/import-report.ts';
import { ProcessBlock } from './process-block.ts';
import type { TextFields } from './text-fields.ts';
import { type TreeRow, treeRow } from './tree-row.ts';

const BLOCK = /^(?:Process|Powerstats for):\s{1,100}(\S.{0,500})$/;
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
  #section: 'head' | 'heaviest' | 'block' | 'images' = 'head';
  #blocks = 0;

  constructor(fields: TextFields, names: readonly string[], report: ImportReport) {
    this.#fields = fields;
    this.#names = names;
    this.#report = report;
  }

  /** True once a process has its list of libraries. */
  get hasImages(): boolean {
    return this.#section === 'images';
  }

  add(line: string): void {
    const [, process] = BLOCK.exec(line) ?? [];
    if (process !== undefined) this.#begin(process);
    else if (line.startsWith('Heaviest stack ')) this.#section = this.heaviest.length === 0 ? 'heaviest' : this.#section;
    else if (/^\s{0,20}Binary Images:/.test(line)) this.#section = 'images';
    else if (this.#section === 'images') {
      if ((this.#current?.imageLines.length ?? MOST_IMAGE_LINES) < MOST_IMAGE_LINES) this.#current?.imageLines.push(line);
    } else if (this.#section === 'block') this.#current?.add(line, this.#report);
    else if (this.#section === 'heaviest') this.#addHeaviest(line);
    else this.#fields.add(line);
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

  #addHeaviest(line: string): void {
    const row = treeRow(line);
    if (row === undefined && this.heaviest.length > 0) this.#section = 'head';
    else if (row !== undefined && this.heaviest.length < MOST_HEAVIEST) this.heaviest.push(row);
  }
}
