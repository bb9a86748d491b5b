import { framesIn } from '../../../core/analysis/display-frames/frame-tally.ts';
import { sourceClass } from '../../../core/analysis/frames/class-names.ts';
import { screenKey, screenName } from '../../../core/analysis/lags/screens.ts';
import { float64At, numberAt } from '../../../core/columns/at.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Run } from '../../../core/session/model/run.ts';
import type { TrackIntervals, TrackRow } from '../../timeline/tracks/track-rows.ts';
import { formatDuration } from '../../ui/format.ts';
import { leveledSumsText } from '../../ui/sentences/frame-sums-text.ts';
import { t } from '../../ui/translated.ts';

interface ScreenIntervals extends TrackIntervals {
  /** Rows of `model.strings`. */
  readonly name: readonly number[];
  /** Likewise; 0 for none. */
  readonly fragment: readonly number[];
}

/** The screens in front, with the fragments in them, one after the other; no row without any. */
export function screenRow(model: SessionModel, runs: readonly Run[]): readonly TrackRow[] {
  const shown = runs.map((run) => ({ run, screens: screensOf(run) })).filter(({ screens }) => screens.length > 0);
  if (shown.length === 0) return [];
  const name = (part: number, row: number): string => {
    const { run, screens } = shown[part] ?? {};
    if (run === undefined) return '';
    const screen = sourceClass(model, run.index, screens?.name[row]);
    const fragment = sourceClass(model, run.index, screens?.fragment[row]) || undefined;
    return screenName(screenKey({ screen, fragment }) ?? '');
  };
  const facts = (part: number, row: number): string => {
    const { run, screens } = shown[part] ?? {};
    return run === undefined || screens === undefined ? '' : [name(part, row), ...screenFacts(model, run, screens, row)].join(' · ');
  };
  return [{ kind: 'messages', id: 'screens', label: t('Screen'), parts: shown.map(({ screens }) => screens), name, facts }];
}

/** Time in front, and its frames. */
function screenFacts(model: SessionModel, run: Run, screens: ScreenIntervals, row: number): readonly string[] {
  const beginUs = numberAt(screens.beginUs, row);
  const endUs = Math.min(numberAt(screens.endUs, row), model.nowUs);
  const sums = framesIn([run.frames], beginUs, endUs);
  return [formatDuration(endUs - beginUs), ...(sums === undefined ? [] : [leveledSumsText(sums)])];
}

/** The last one lasts as long as the run. */
function screensOf({ screens, fragments, endUs }: Run): ScreenIntervals {
  const begins = [screens, fragments].flatMap(({ atUs, length }) => Array.from({ length }, (_, row) => float64At(atUs, row)));
  const times = [...new Set(begins)].sort((a, b) => a - b);
  const rows = times
    .map((beginUs, at) => ({
      name: screens.nameAt(beginUs),
      fragment: fragments.nameAt(beginUs),
      beginUs,
      endUs: times[at + 1] ?? (endUs < 0 ? Number.MAX_SAFE_INTEGER : endUs),
    }))
    .filter(({ name }) => name !== 0);
  return {
    length: rows.length,
    beginUs: rows.map((row) => row.beginUs),
    endUs: rows.map((row) => row.endUs),
    name: rows.map((row) => row.name),
    fragment: rows.map((row) => row.fragment),
  };
}
