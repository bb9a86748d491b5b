import { node, type PageElement, pressed } from '../../core/document/page-node.ts';
import type { ShownButton } from '../../protocol/troubleshoot-protocol.ts';

/** None for no buttons. @param place among several boxes */
export function buttonBox(buttons: readonly ShownButton[], place?: 'leading' | 'tools'): readonly PageElement[] {
  if (buttons.length === 0) return [];
  const shown = buttons.map(({ id, label, isPrimary = false }) =>
    pressed(id, node('button', { class: isPrimary ? 'text-button primary' : 'text-button', 'data-button': id }, label)),
  );
  return [node('div', { class: place === undefined ? 'buttons' : `buttons ${place}` }, shown)];
}
