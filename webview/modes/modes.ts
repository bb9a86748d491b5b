import { aggregatedMode } from './aggregated/aggregated-mode.ts';
import type { Mode } from './mode/mode.ts';
import { sandwichMode } from './sandwich/sandwich-mode.ts';
import { tableMode } from './table/table-mode.ts';
import { timeMode } from './time/time-mode.ts';

/** In the order of their buttons. */
export const modes: readonly Mode[] = [timeMode, aggregatedMode, sandwichMode, tableMode];

export const modeIds: readonly string[] = modes.map(({ id }) => id);

/** Stored views are checked when they are parsed. */
export function modeOf({ mode: id }: { readonly mode: string }): Mode {
  const found = modes.find((mode) => mode.id === id);
  if (found === undefined) throw new Error(`The page has no view “${id}”.`);
  return found;
}
