/** Severity by dropped frames, as Matrix TraceCanary's `DropStatus`. */
export type FrameLevel = 'best' | 'normal' | 'middle' | 'high' | 'frozen';

/** Fewest dropped frames of each level (TraceCanary: `DEFAULT_DROPPED_*`). */
export const levelBorders: Readonly<Record<FrameLevel, number>> = { best: 0, normal: 3, middle: 9, high: 24, frozen: 42 };

export const frameLevels = ['best', 'normal', 'middle', 'high', 'frozen'] as const satisfies readonly FrameLevel[];

export function frameLevelOf(dropped: number): FrameLevel {
  return frameLevels.findLast((level) => dropped >= levelBorders[level]) ?? 'best';
}
