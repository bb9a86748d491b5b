/** More than a stack can be deep. */
const DEPTHS = 8192;

/** The item of a call over time: a piece of the chart that has it, mostly the one with which it begins, and its depth. */
export function callItem(piece: number, depth: number): number {
  return piece * DEPTHS + depth;
}

/** The piece of a call's item. */
export function pieceOf(item: number): number {
  return Math.floor(item / DEPTHS);
}

/** The depth of a call's item, 0 for the outermost. */
export function depthOf(item: number): number {
  return item % DEPTHS;
}
