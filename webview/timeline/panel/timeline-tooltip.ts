import { float32At } from '../../../core/columns/at.ts';
import { element } from '../../ui/dom.ts';
import { formatDuration, formatMoment, formatShare } from '../../ui/format.ts';
import { bandText } from '../../ui/sentences/band-text.ts';
import type { Tooltip } from '../../ui/tooltip.ts';
import { t } from '../../ui/translated.ts';
import { momentUs, rowFacts, viewFacts } from '../tracks/track-facts.ts';
import type { TrackArrow, TrackRow } from '../tracks/track-rows.ts';
import type { HeatData } from './heat-painter.ts';
import type { TimelineData } from './timeline-painter.ts';

/** The lag at a moment with its cause, else the stutter, '' when there is none. */
export function lagTextAt(data: TimelineData | undefined, atUs: number | undefined): string {
  const lag = atUs === undefined ? undefined : data?.lags.findLast((each) => each.beginUs <= atUs && atUs <= each.endUs);
  if (lag === undefined) return stutterTextAt(data, atUs);
  const length = `${bandText(lag.band)} ${formatDuration(lag.endUs - lag.beginUs)}`;
  return lag.cause === undefined ? length : `${length}. ${lag.cause()}`;
}

function stutterTextAt(data: TimelineData | undefined, atUs: number | undefined): string {
  return atUs === undefined ? '' : (data?.stutters.findLast((each) => each.beginUs <= atUs && atUs <= each.endUs)?.about() ?? '');
}

/** The tooltips of timeline, tracks and heat strip. */
export class TimelineTooltip {
  readonly #tooltip: Tooltip;
  #data: TimelineData | undefined;
  #heat: HeatData | undefined;

  constructor(tooltip: Tooltip) {
    this.#tooltip = tooltip;
  }

  show(data: TimelineData, heat: HeatData | undefined): void {
    this.#data = data;
    this.#heat = heat;
  }

  /** @param flag name of the mark or run under the pointer */
  overTimeline(atUs: number | undefined, flag: string | undefined, x: number, y: number): void {
    const missing = atUs === undefined ? '' : (this.#data?.missingData(atUs) ?? '');
    this.#over(flag ?? '', atUs, lagTextAt(this.#data, atUs) || missing, x, y);
  }

  overCell(cell: number | undefined, x: number, y: number): void {
    const strip = this.#heat?.strip;
    if (strip === undefined || cell === undefined || cell >= strip.length) {
      this.#tooltip.hide();
      return;
    }
    const lost = formatShare(float32At(strip.lost, cell));
    const busy = formatShare(float32At(strip.busy, cell));
    this.#over('', cell * strip.cellUs, t('lags {0}, main busy or blocked {1} of {2}', lost, busy, formatDuration(strip.cellUs)), x, y);
  }

  overRow(row: TrackRow | undefined, atUs: number, x: number, y: number): void {
    const shown = this.#data?.shown;
    if (row === undefined || shown === undefined) this.#tooltip.hide();
    else this.#over(row.label, atUs, rowFacts(row, atUs, momentUs(shown)), x, y, viewFacts(row, shown));
  }

  overArrow({ about, wait }: TrackArrow, x: number, y: number): void {
    this.#over(about, wait.atUs, t('A click shows both stacks side by side'), x, y);
  }

  #over(name: string, atUs: number | undefined, facts: string, x: number, y: number, inView = ''): void {
    if (atUs === undefined) {
      this.#tooltip.hide();
      return;
    }
    const lines = [element('div', { class: 'tabular', text: formatMoment(atUs, 3) })];
    if (facts !== '') lines.unshift(element('div', { text: facts }));
    if (name !== '') lines.unshift(element('div', { class: 'name', text: name }));
    if (inView !== '') lines.push(element('div', { class: 'muted', text: inView }));
    this.#tooltip.show(lines, x, y);
  }
}
