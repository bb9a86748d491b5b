import type { FrameFacts } from '../import/frame-table.ts';

/** `id,accessFlag,class.name method (desc)Ret`; native methods have no descriptor (TraceMethod.java). */
const LINE = /^(\d{1,7}),(\d{1,10}),([^\s,]{1,1000}) ([^\s,]{1,1000})(?: (\S{1,4000}))?\s*$/;
/** Matrix's own method for Android's dispatch of messages (`METHOD_ID_DISPATCH`), in each mapping. */
export const DISPATCH_ID = 1_048_574;
const DISPATCH = { class: 'android.os.Handler', function: 'dispatchMessage', file: '' };

/** Its recorder has 20 bits for the id (AppMethodBeat.java). */
const MOST_ID = 0xf_ffff;

/** TraceCanary's ids as methods. */
export class MethodMapping {
  /** No file was found. */
  isMissing = false;
  readonly #methods = new Map<number, FrameFacts>([[DISPATCH_ID, DISPATCH]]);

  /** Lines of `methodMapping.txt`; false for others. */
  add(line: string): boolean {
    const [, id, , owner = '', name = '', descriptor = ''] = LINE.exec(line) ?? [];
    if (id === undefined || Number(id) > MOST_ID) return false;
    this.#methods.set(Number(id), { class: owner, function: name, signature: descriptor.replaceAll('.', '/') });
    return true;
  }

  frame(id: number): FrameFacts {
    return this.#methods.get(id) ?? { function: `method ${id}` };
  }

  has(id: number): boolean {
    return this.#methods.has(id);
  }
}
