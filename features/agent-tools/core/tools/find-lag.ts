import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import { ToolError } from '../answers/tool-error.ts';
import type { SessionView } from '../session-view.ts';

/** @throws ToolError for an unknown handle */
export function findLag(view: SessionView, id: string): Lag {
  const lag = view.lags.find((each) => each.id === id);
  if (lag !== undefined) return lag;
  const why = view.lags.length === 0 ? 'It has no lags.' : `It has ${view.lags.length} lags, none with that handle.`;
  throw new ToolError(`There is no such lag in the session. ${why}`, `Call laglens_list_lags with session ${JSON.stringify(view.handle)}.`);
}
