import { keyed, node, type PageElement } from '../../core/document/page-node.ts';
import type { ShownRow } from '../../protocol/troubleshoot-protocol.ts';
import { signOf } from './drawing.ts';
import { buttonBox } from './text-buttons.ts';

export function checkRow({ id, sign, verdict, title, text, next, output, buttons }: ShownRow): PageElement {
  const words = node(
    'div',
    { class: 'words' },
    node('h2', {}, title),
    text === '' ? [] : node('p', { class: 'result' }, text),
    next === undefined ? [] : node('p', { class: 'next' }, next),
    buttonBox(buttons),
    output === undefined ? [] : node('details', {}, node('summary', {}, output.label), node('pre', { tabindex: 0 }, output.text)),
  );
  return keyed(id, node('li', { class: 'check', 'data-step': id, 'data-sign': sign }, signOf(sign, verdict), words));
}
