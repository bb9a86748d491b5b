/** Beyond any stack. */
const DEPTHS = 8192;

/** A call's item: one of its pieces, mostly the first, and its depth. */
export function callItem(piece: number, depth: number): number {
  return piece * DEPTHS + depth;
}

export function pieceOf(item: number): number {
  return Math.floor(item / DEPTHS);
}

/** 0 for the outermost. */
export function depthOf(item: number): number {
  return item % DEPTHS;
}
