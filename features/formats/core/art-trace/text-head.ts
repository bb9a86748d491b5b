import type { FrameFacts } from '../import/frame-table.ts';
import { importLimits } from '../import/import-limits.ts';

/** `art/runtime/trace.cc`, DumpMethodList: id, class, method, signature, file; Dalvik added the line. Short ones have a file and line only. */
export interface MethodLine {
  readonly id: number;
  readonly facts: FrameFacts;
}

/** @returns undefined for a line of another form */
export function methodLine(line: string): MethodLine | undefined {
  const cut = line.slice(0, MOST_LETTERS);
  const tab = cut.indexOf('\t');
  const id = tab > 0 ? Number(cut.slice(0, tab)) : Number.NaN;
  const facts = methodFacts(cut.slice(tab + 1));
  return Number.isSafeInteger(id) && id >= 0 && facts !== undefined ? { id, facts } : undefined;
}

/** A method's line without its id, as versions 4 and 5 have it. */
export function methodFacts(line: string): FrameFacts | undefined {
  const [owner = '', name = '', signature = '', file = '', number = ''] = line.slice(0, MOST_LETTERS).trimEnd().split('\t', 6);
  if (owner === '' || name === '') return undefined;
  if (!signature.startsWith('(')) return { function: owner, file: name, line: Number(signature) || 0 };
  return { class: owner.replaceAll('/', '.'), function: name, signature, file, line: Number(number) || 0 };
}

/** Most letters of a method's five texts. */
const MOST_LETTERS = 4 * importLimits.letters;

/** `thread id TAB name` */
export function threadLine(line: string): { readonly id: number; readonly name: string } | undefined {
  const tab = line.indexOf('\t');
  const id = tab > 0 ? Number(line.slice(0, tab)) : Number.NaN;
  return Number.isSafeInteger(id) && id >= 0 ? { id, name: line.slice(tab + 1) } : undefined;
}

/** `key=value` lines of the head or the summary. */
export class TraceOptions {
  readonly #options = new Map<string, string>();

  /** @returns false for a line of another form */
  add(line: string): boolean {
    const equals = line.indexOf('=');
    if (equals <= 0) return false;
    if (this.#options.size < MOST_OPTIONS) this.#options.set(line.slice(0, equals), line.slice(equals + 1, equals + 1 + MOST_VALUE));
    return true;
  }

  /** `wall`, `thread-cpu` or `dual`. */
  get clock(): string | undefined {
    return this.#options.get('clock');
  }

  get pid(): number | undefined {
    const pid = Number(this.#options.get('pid'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  }

  get hasOverflowed(): boolean {
    return this.#options.get('data-file-overflow') === 'true';
  }

  *[Symbol.iterator](): Generator<readonly [string, string]> {
    yield* this.#options;
  }
}

const MOST_OPTIONS = 50;
const MOST_VALUE = 200;
