import { javaFrame } from '../../../../core/analysis/exit-traces/java-frame.ts';
import { MOST_FRAMES } from '../field/frame-room.ts';
import type { FrameFacts } from '../import/frame-table.ts';

export interface JavaStack {
  /** Innermost first. */
  readonly frames: readonly FrameFacts[];
  /** Lines in no known form. */
  readonly unread: number;
}

/** Frames of a `threadStack` text; `|*` and `at` before them are decoration. */
export function javaStack(text: string): JavaStack {
  const frames: FrameFacts[] = [];
  let unread = 0;
  for (const line of text.split('\n')) {
    const shown = line.replace(/^[\s|*]*(?:at\s+)?/, '').trimEnd();
    const frame = frames.length < MOST_FRAMES ? javaFrame(shown) : undefined;
    if (frame !== undefined) frames.push(frame);
    else if (shown !== '') unread++;
  }
  return { frames, unread };
}
