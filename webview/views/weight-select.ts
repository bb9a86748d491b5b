import { type WeightName, weightNames } from '../../core/trees/weights.ts';
import { element } from '../ui/dom.ts';
import { keepTyping } from '../ui/field-keys.ts';
import { text } from '../ui/page-text.ts';

const labels = {
  wall: 'weightWall',
  cpu: 'weightCpu',
  blocked: 'weightBlocked',
  samples: 'weightSamples',
  allocated: 'weightAllocated',
} as const;

/** Chooses the weight of stacks. */
export class WeightSelect {
  readonly node: HTMLSelectElement;

  constructor(chosen: (weight: WeightName) => void) {
    const options = weightNames.map((name) => element('option', { text: text(labels[name]), attributes: { value: name } }));
    this.node = element('select', { class: 'select', title: text('weight'), attributes: { 'aria-label': text('weight') } }, options);
    this.node.addEventListener('change', () => chosen(weightNames.find((name) => name === this.node.value) ?? 'wall'));
    this.node.addEventListener('keydown', keepTyping);
  }

  show(weight: WeightName): void {
    if (this.node.value !== weight) this.node.value = weight;
  }
}
