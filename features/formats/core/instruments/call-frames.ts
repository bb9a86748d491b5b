import { shownName } from '../field/native-frames.ts';
import type { SessionBuilder } from '../import/session-builder.ts';

/** One frame of a backtrace. */
export interface TraceFrame {
  /** A function, or an address as text. */
  readonly name: string;
  readonly address: number | undefined;
  readonly image: { readonly handle: number; readonly base: number } | undefined;
  readonly file: string;
  /** 0 if unknown. */
  readonly line: number;
}

/** Instruments shows addresses of calls' returns; one byte before is inside the call on every processor. */
const CALL_BYTES = 1;

/** Frames and stacks of a session. */
export class CallFrames {
  readonly #builder: SessionBuilder;

  constructor(builder: SessionBuilder) {
    this.#builder = builder;
  }

  /** @param frames innermost first */
  stack(frames: readonly TraceFrame[]): number {
    let stack = 0;
    for (let at = frames.length - 1; at >= 0; at--) {
      const frame = frames[at];
      if (frame !== undefined) stack = this.#builder.stack(stack, this.#frame(frame, at > 0));
    }
    return stack;
  }

  #frame({ name, address, image, file, line }: TraceFrame, isCaller: boolean): number {
    const shown = /^0x[0-9a-f]{1,16}$/i.test(name) ? '' : shownName(name);
    const offset = image === undefined || address === undefined || image.base === 0 ? -1 : address - image.base;
    const at = Math.max(0, offset - (isCaller ? CALL_BYTES : 0));
    const place = image !== undefined && offset >= 0 ? { image: image.handle, address: at } : {};
    const fallback = 'image' in place ? '' : address === undefined ? name || '?' : `0x${address.toString(16)}`;
    return this.#builder.frame({ function: shown || fallback, file, line, ...place });
  }
}
