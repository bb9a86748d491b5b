import { numberField, textField } from '../import/json.ts';
import type { TraceProfile } from './trace-threads.ts';
import { writtenId } from './written-number.ts';

/** Hermes: `render(/app/index.bundle:12:5)`. */
const HERMES = /^([^(]{0,1000})\((.{1,1000}):(\d{1,9}):(\d{1,9})\)$/;

/** `stackFrames` of a trace and the samples that refer to them, as Hermes writes them. Ids are texts. */
export class StackFrames {
  readonly #numbers = new Map<string, number>();

  /** Number of an id. */
  numberOf(value: unknown, key: string): number {
    const id = textField(value, key) || String(numberField(value, key) ?? '');
    return this.#number(id);
  }

  add({ nodes }: TraceProfile, id: string, value: unknown): void {
    const text = textField(value, 'name');
    const [, name = text, url = '', line = ''] = HERMES.exec(text) ?? [];
    const own = writtenId(value, 'line') || Number(line || 0);
    const hasParent = textField(value, 'parent') !== '' || numberField(value, 'parent') !== undefined;
    nodes.add({
      id: this.#number(id),
      callFrame: { functionName: name, url, lineNumber: own - 1 },
      ...(hasParent ? { parent: this.numberOf(value, 'parent') } : {}),
    });
  }

  #number(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(id, number);
    return number;
  }
}
