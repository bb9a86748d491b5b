/** Place of a drawn box, in percent of the width and pixels from the top. */
export interface BoxPlace {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** Places have three decimals. */
const ROUNDING = 0.002;

/** The box that an arrow key, Home or End leads to; undefined for other keys, and where there is none. */
export function boxAfter(key: string, from: BoxPlace, boxes: readonly BoxPlace[]): BoxPlace | undefined {
  const tops = [...new Set(boxes.map(({ top }) => top))].sort((a, b) => a - b);
  const row = (step: number): readonly BoxPlace[] => {
    const top = tops[tops.indexOf(from.top) + step];
    return boxes.filter((each) => each.top === top).sort((a, b) => a.left - b.left);
  };
  const own = row(0);
  switch (key) {
    case 'ArrowUp':
      return row(-1).find(({ left, right }) => left <= from.left + ROUNDING && right >= from.right - ROUNDING);
    case 'ArrowDown':
      return row(1).find(({ left, right }) => left >= from.left - ROUNDING && right <= from.right + ROUNDING);
    case 'ArrowLeft':
      return own[own.indexOf(from) - 1];
    case 'ArrowRight':
      return own[own.indexOf(from) + 1];
    case 'Home':
      return own[0];
    case 'End':
      return own.at(-1);
    default:
      return undefined;
  }
}
