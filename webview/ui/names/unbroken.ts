import { element } from '../dom.ts';

/** A line may end behind a button, as it is a box: punctuation there stays beside it. */
export function keepPunctuation(nodes: readonly HTMLElement[]): readonly HTMLElement[] {
  const kept: HTMLElement[] = [];
  for (const node of nodes) {
    const before = kept.at(-1);
    const [signs = ''] = before instanceof HTMLButtonElement ? (/^[.,;:)]+/.exec(node.textContent) ?? []) : [];
    if (before === undefined || signs === '') {
      kept.push(node);
      continue;
    }
    kept[kept.length - 1] = element('span', { class: 'unbroken' }, [before, element('span', { text: signs })]);
    const rest = node.textContent.slice(signs.length);
    if (rest !== '') kept.push(element('span', { text: rest }));
  }
  return kept;
}
