import type { HeapFacts, Lag } from '../../../core/analysis/lags/lag.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import { element, setText } from '../../ui/dom.ts';
import { formatBytes, formatCount, formatShare } from '../../ui/format.ts';
import { warmthText } from '../../ui/sentences/warmth-text.ts';
import { t } from '../../ui/translated.ts';

/** Use of the whole process during the selected lag; hidden without counters. */
export class LagCounters {
  readonly node: HTMLElement;
  readonly #words = element('span', { class: 'tabular' });

  constructor() {
    const name = element('span', { class: 'muted', text: t('Process:') });
    this.node = element(
      'div',
      {
        class: 'lag-counters',
        title: t('Measured about once a second for the whole process. Heap: peak in use, and allocated minus freed.'),
      },
      [name, this.#words],
    );
    this.node.hidden = true;
  }

  show({ selected: lag }: Pick<Frame, 'selected'>): void {
    const terms = lag === undefined ? [] : counterTerms(lag);
    this.node.hidden = terms.length === 0;
    setText(this.#words, terms.join(' · '));
  }
}

/** Counters of the whole process during a lag, about one a second; empty without them. */
export function counterTerms({ phone, process }: Lag): readonly string[] {
  const counted = phone ?? process;
  if (counted === undefined) return [];
  const { cpuCores, footprintBytes, threads, thermal, heap } = counted;
  const terms: string[] = [];
  if (cpuCores !== undefined) terms.push(t('CPU {0}', formatShare(cpuCores)));
  if (footprintBytes !== undefined) terms.push(t('memory {0}', formatBytes(footprintBytes)));
  if (threads !== undefined) terms.push(t('{0} threads', formatCount(threads)));
  const warmth = thermal === undefined ? undefined : warmthText(thermal);
  if (warmth !== undefined) terms.push(warmth);
  if (heap !== undefined) terms.push(...heapTerms(heap));
  return terms;
}

function heapTerms({ blocks, bytes, growth }: HeapFacts): readonly string[] {
  const size =
    blocks === undefined ? t('heap {0}', formatBytes(bytes)) : t('heap {0} in {1} blocks', formatBytes(bytes), formatCount(blocks));
  if (growth === undefined) return [size];
  const { bytesPerSecond, blocksPerSecond } = growth;
  const bytesMore = signed(bytesPerSecond, formatBytes);
  return [
    size,
    blocksPerSecond === undefined ? t('{0}/s', bytesMore) : t('{0} and {1} blocks/s', bytesMore, signed(blocksPerSecond, formatCount)),
  ];
}

/** `+1.2 MB`, `−300`, `±0`. */
function signed(value: number, format: (size: number) => string): string {
  const size = Math.round(Math.abs(value));
  const sign = size === 0 ? '±' : value < 0 ? '−' : '+';
  return `${sign}${format(size)}`;
}
