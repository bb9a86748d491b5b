import { sourceClass } from '../../core/analysis/frames/class-names.ts';
import { float64At, uint32At } from '../../core/columns/at.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Run } from '../../core/session/model/run.ts';
import type { TrackIntervals, TrackRow } from '../timeline/track-rows.ts';
import { simpleName } from '../ui/format.ts';
import { text } from '../ui/page-text.ts';

interface ScreenIntervals extends TrackIntervals {
  /** Rows of `model.strings`. */
  readonly name: readonly number[];
}

/** The screens in front, one after the other; no row without any. */
export function screenRow(model: SessionModel, runs: readonly Run[]): readonly TrackRow[] {
  const shown = runs.map((run) => ({ run, screens: screensOf(run) })).filter(({ screens }) => screens.length > 0);
  if (shown.length === 0) return [];
  const nameOf = (part: number, row: number): string => {
    const { run, screens } = shown[part] ?? {};
    return run === undefined ? '' : simpleName(sourceClass(model, run.index, screens?.name[row]));
  };
  return [{ kind: 'messages', id: 'screens', label: text('trackScreens'), parts: shown.map(({ screens }) => screens), name: nameOf }];
}

/** The last one lasts as long as the run. */
function screensOf({ screens, endUs }: Run): ScreenIntervals {
  const rows = Array.from({ length: screens.length }, (_, row) => ({
    name: uint32At(screens.name, row),
    beginUs: float64At(screens.atUs, row),
    endUs: row + 1 < screens.length ? float64At(screens.atUs, row + 1) : endUs < 0 ? Number.MAX_SAFE_INTEGER : endUs,
  })).filter(({ name }) => name !== 0);
  return {
    length: rows.length,
    beginUs: rows.map((row) => row.beginUs),
    endUs: rows.map((row) => row.endUs),
    name: rows.map((row) => row.name),
  };
}
