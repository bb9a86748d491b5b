import type { RulerRange } from '../timeline/range-label.ts';
import { type Frame, rangeOf } from './render-frame.ts';
import { groupText, spanText } from './session-texts.ts';

type RangeFacts = Pick<Frame, 'state' | 'list' | 'example' | 'bounds'>;

/** The range that the ruler names: the dragged one, else the selection's; undefined for the whole session and several lags. */
export function rulerRange({ state, list, example, bounds }: RangeFacts): RulerRange | undefined {
  const { within, range } = state;
  const { group } = list;
  const lag = example ?? (group?.lags.length === 1 ? group.latest : undefined);
  const shown = within ?? range ?? (lag && rangeOf(lag));
  if (shown === undefined || (shown.fromUs <= bounds.fromX && shown.toUs >= bounds.toX)) return undefined;
  const label = group && lag && shown !== within ? groupText(group, lag) : spanText(shown);
  return { fromX: shown.fromUs, toX: shown.toUs, label, isDragged: within !== undefined };
}
