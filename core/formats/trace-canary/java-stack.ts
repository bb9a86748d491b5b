import { javaFrame } from '../../analysis/exit-traces/java-frame.ts';
import type { FrameFacts } from '../import/frame-table.ts';

const MOST_FRAMES = 4_096;

/** Frames of a `threadStack` text, innermost first; `|*` and `at` before them are decoration. */
export function javaStack(text: string): readonly FrameFacts[] {
  const found: FrameFacts[] = [];
  for (const line of text.split('\n', MOST_FRAMES)) {
    const frame = javaFrame(line.replace(/^[\s|*]*(?:at\s+)?/, '').trimEnd());
    if (frame !== undefined) found.push(frame);
  }
  return found;
}
