import type { ShownRow } from '../../protocol/troubleshoot-protocol.ts';
import { element } from '../ui/dom.ts';
import { signOf } from './drawing.ts';
import { type Press, showButtons } from './text-buttons.ts';

export function checkRow(row: ShownRow, press: Press): HTMLElement {
  const { id, sign, verdict, title, text, next, output, buttons } = row;
  const parts: HTMLElement[] = [element('h2', { text: title })];
  if (text !== '') parts.push(element('p', { class: 'result', text }));
  if (next !== undefined) parts.push(element('p', { class: 'next', text: next }));
  if (buttons.length > 0) {
    const box = element('div', { class: 'buttons' });
    showButtons(box, buttons, press);
    parts.push(box);
  }
  if (output !== undefined) {
    const lines = element('pre', { text: output.text, attributes: { tabindex: '0' } });
    parts.push(element('details', {}, [element('summary', { text: output.label }), lines]));
  }
  const attributes = { 'data-step': id, 'data-sign': sign };
  return element('li', { class: 'check', attributes }, [signOf(sign, verdict), element('div', { class: 'words' }, parts)]);
}
