import { type WeightName, weightNames } from '../../core/trees/weights.ts';
import { modes } from '../modes/modes.ts';
import type { ThreadChoice } from '../rendering/session-texts.ts';
import { element } from '../ui/dom.ts';
import { keepTyping } from '../ui/field-keys.ts';
import { SegmentSwitch } from '../ui/segment-switch.ts';
import { t } from '../ui/translated.ts';

export function modeSwitch(chosen: (mode: string) => void): SegmentSwitch<string> {
  const choices = modes.map(({ id, label, hint }) => ({ value: id, label: label(), hint: hint() }));
  return new SegmentSwitch(t('View'), choices, chosen);
}

export type ShownFrames = 'all' | 'app';

/** Chooses between all frames and those of the app, as the key A does. */
export function framesSwitch(chosen: (frames: ShownFrames) => void): SegmentSwitch<ShownFrames> {
  const choices = [
    { value: 'all', label: t('All'), hint: t('All frames (A)') },
    { value: 'app', label: t('App only'), hint: t('Only the app’s frames (A)') },
  ] as const;
  return new SegmentSwitch(t('Frames'), choices, chosen);
}

/** Chooses the flame graph's thread. */
export class ThreadSelect {
  readonly node: HTMLSelectElement;
  #shown = '';

  constructor(chosen: (index: number) => void) {
    this.node = element('select', { class: 'select', title: t('Thread'), attributes: { 'aria-label': t('Thread') } });
    this.node.addEventListener('change', () => chosen(Number(this.node.value)));
    this.node.addEventListener('keydown', keepTyping);
  }

  /** An unchanged list is left alone: a rebuilt one closes under the reader. */
  show(threads: readonly ThreadChoice[], selected: number): void {
    const key = threads.map((thread) => `${thread.index}\n${thread.label}`).join('\n');
    if (key !== this.#shown) {
      this.#shown = key;
      const service = element('optgroup', { attributes: { label: t('Virtual machine') } });
      const own: HTMLElement[] = [];
      for (const { label, index, isService } of threads) {
        const option = element('option', { text: label, attributes: { value: String(index) } });
        if (isService) service.append(option);
        else own.push(option);
      }
      this.node.replaceChildren(...own, ...(service.childElementCount > 0 ? [service] : []));
    }
    this.node.hidden = threads.length === 0;
    const value = String(selected);
    if (this.node.value !== value) this.node.value = value;
  }
}

const labels = {
  wall: () => t('Wall time'),
  cpu: () => t('CPU time'),
  blocked: () => t('Blocked time'),
  ready: () => t('Time without a core'),
  samples: () => t('Samples'),
  allocated: () => t('Allocated bytes'),
} as const satisfies Readonly<Record<WeightName, () => string>>;

/** Chooses the weight of stacks. */
export class WeightSelect {
  readonly node: HTMLSelectElement;

  constructor(chosen: (weight: WeightName) => void) {
    const options = weightNames.map((name) => element('option', { text: labels[name](), attributes: { value: name } }));
    this.node = element('select', { class: 'select', title: t('Metric (W)'), attributes: { 'aria-label': t('Metric (W)') } }, options);
    this.node.addEventListener('change', () => chosen(weightNames.find((name) => name === this.node.value) ?? 'wall'));
    this.node.addEventListener('keydown', keepTyping);
  }

  show(weight: WeightName): void {
    if (this.node.value !== weight) this.node.value = weight;
  }
}
