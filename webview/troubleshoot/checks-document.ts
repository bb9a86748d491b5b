import { keyed, node, type PageElement } from '../../core/document/page-node.ts';
import type { ShownChecks } from '../../protocol/troubleshoot-protocol.ts';
import { checkRow } from './check-row.ts';
import { signOf } from './drawing.ts';
import { guideSection } from './guide-section.ts';
import { buttonBox } from './text-buttons.ts';

/** The whole page. */
export function checksDocument({ sign, headline, leading, guide, tools, listLabel, rows, untried = '' }: ShownChecks): PageElement {
  const top = node(
    'div',
    { class: 'top' },
    node('span', { class: 'overall' }, signOf(sign)),
    node('h1', { tabindex: -1, 'aria-live': 'polite' }, headline),
    buttonBox(leading, 'leading'),
  );
  return node(
    'main',
    {},
    keyed('top', top),
    guide === undefined ? [] : guideSection(guide),
    buttonBox(tools, 'tools'),
    node('ol', { class: 'checks', 'aria-label': listLabel }, rows.map(checkRow)),
    untried === '' ? [] : node('p', { class: 'untried muted' }, untried),
  );
}
