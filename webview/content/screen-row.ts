import { framesIn } from '../../core/analysis/display-frames/frame-tally.ts';
import { sourceClass } from '../../core/analysis/frames/class-names.ts';
import { float64At, numberAt, uint32At } from '../../core/columns/at.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Run } from '../../core/session/model/run.ts';
import type { TrackIntervals, TrackRow } from '../timeline/track-rows.ts';
import { formatDuration, simpleName } from '../ui/format.ts';
import { leveledSumsText } from '../ui/frame-sums-text.ts';
import { text } from '../ui/page-text.ts';

interface ScreenIntervals extends TrackIntervals {
  /** Rows of `model.strings`. */
  readonly name: readonly number[];
}

/** The screens in front, one after the other; no row without any. */
export function screenRow(model: SessionModel, runs: readonly Run[]): readonly TrackRow[] {
  const shown = runs.map((run) => ({ run, screens: screensOf(run) })).filter(({ screens }) => screens.length > 0);
  if (shown.length === 0) return [];
  const name = (part: number, row: number): string => {
    const { run, screens } = shown[part] ?? {};
    return run === undefined ? '' : simpleName(sourceClass(model, run.index, screens?.name[row]));
  };
  const facts = (part: number, row: number): string => {
    const { run, screens } = shown[part] ?? {};
    return run === undefined || screens === undefined ? '' : [name(part, row), ...screenFacts(model, run, screens, row)].join(' · ');
  };
  return [{ kind: 'messages', id: 'screens', label: text('trackScreens'), parts: shown.map(({ screens }) => screens), name, facts }];
}

/** Time in front, and its frames. */
function screenFacts(model: SessionModel, run: Run, screens: ScreenIntervals, row: number): readonly string[] {
  const beginUs = numberAt(screens.beginUs, row);
  const endUs = Math.min(numberAt(screens.endUs, row), model.nowUs);
  const sums = framesIn([run.frames], beginUs, endUs);
  return [formatDuration(endUs - beginUs), ...(sums === undefined ? [] : [leveledSumsText(sums)])];
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
