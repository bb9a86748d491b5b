/** Rows from `first` up to `end`, exclusive. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
}

/** The rows to create, in pixels; `beyond` more on both sides, for a scroll before the next paint. */
export function rowWindow(top: number, height: number, rowHeight: number, count: number, beyond: number): RowWindow {
  if (!(rowHeight > 0 && height > 0) || count <= 0) return { first: 0, end: 0 };
  // A shortened list may still be scrolled beyond its end.
  const from = Math.min(Math.max(0, top), Math.max(0, count * rowHeight - height));
  return {
    first: Math.max(0, Math.floor(from / rowHeight) - beyond),
    end: Math.min(count, Math.ceil((from + height) / rowHeight) + beyond),
  };
}

/** The nearest scroll position that shows the whole row. */
export function revealedTop(top: number, height: number, rowHeight: number, row: number): number {
  if (row * rowHeight < top || height < rowHeight) return row * rowHeight;
  return Math.max(top, (row + 1) * rowHeight - height);
}
