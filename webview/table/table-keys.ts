import type { TableRows } from './table-rows.ts';

type TableKey =
  | { readonly type: 'move'; readonly to: number }
  | { readonly type: 'open'; readonly open: boolean }
  | { readonly type: 'openHottest' }
  | { readonly type: 'source'; readonly beside: boolean };

/**
 * Keys as in every tree: right opens, then enters; left closes, then leaves.
 * `undefined` leaves the key to others.
 * @param page rows in sight
 */
export function tableKey(
  event: { readonly key: string; readonly altKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean },
  table: TableRows,
  at: number,
  page: number,
): TableKey | undefined {
  if (event.ctrlKey || event.metaKey) return undefined;
  const last = table.rows.length - 1;
  const move = (to: number): TableKey => ({ type: 'move', to: Math.min(Math.max(to, 0), last) });
  const open = table.rows[at]?.open;
  switch (event.key) {
    case 'ArrowUp':
      return move(at < 0 ? last : at - 1);
    case 'ArrowDown':
      return move(at + 1);
    case 'PageUp':
      return move(at - page);
    case 'PageDown':
      return move(at + page);
    case 'Home':
      return move(0);
    case 'End':
      return move(last);
    case 'ArrowRight':
      if (open === undefined) return move(Math.max(at, 0));
      return open ? move(at + 1) : { type: 'open', open: true };
    case 'ArrowLeft':
      if (open === true) return { type: 'open', open: false };
      return move(Math.max(table.parentOf(at), at < 0 ? 0 : table.parentOf(at) < 0 ? at : 0));
    case '*':
      return { type: 'openHottest' };
    case 'Enter':
      return { type: 'source', beside: event.altKey };
    default:
      return undefined;
  }
}
