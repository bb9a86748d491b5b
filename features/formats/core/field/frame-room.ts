import type { Use } from '../import/each-line.ts';
import { importLimits } from '../import/import-limits.ts';

/** Deeper stacks lose their outermost frames. */
export const MOST_FRAMES = 4_096;

/** Room for the frames of a report's threads, which are held until its end. */
export class FrameRoom {
  #left: number = importLimits.frames;

  /** @returns true, or the noun under which the import report counts the frame */
  add<T>(frames: T[], frame: T): Use {
    if (frames.length >= MOST_FRAMES) return 'frames beyond 4,096 of a thread';
    if (this.#left === 0) return 'frames beyond the bound of all threads';
    this.#left--;
    frames.push(frame);
    return true;
  }
}
