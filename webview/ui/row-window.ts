/** Rows of a long list that exist: from `first` up to, without, `end`. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
}

/**
 * Which rows of a list of equally high ones are to exist, given what of it can be seen (pixels) and how many rows are made beyond
 * both edges, so that there is something when the list is scrolled before the page comes to draw.
 */
export function rowWindow(top: number, height: number, rowHeight: number, count: number, beyond: number): RowWindow {
  if (!(rowHeight > 0 && height > 0) || count <= 0) return { first: 0, end: 0 };
  // A list that became shorter may still be scrolled further than it goes.
  const from = Math.min(Math.max(0, top), Math.max(0, count * rowHeight - height));
  return {
    first: Math.max(0, Math.floor(from / rowHeight) - beyond),
    end: Math.min(count, Math.ceil((from + height) / rowHeight) + beyond),
  };
}

/** Where to scroll so that a row can be seen as a whole, by as little as possible. */
export function revealedTop(top: number, height: number, rowHeight: number, row: number): number {
  if (row * rowHeight < top || height < rowHeight) return row * rowHeight;
  return Math.max(top, (row + 1) * rowHeight - height);
}
