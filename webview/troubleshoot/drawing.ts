import { node, type PageElement } from '../../core/document/page-node.ts';
import type { Sign } from '../../protocol/troubleshoot-protocol.ts';

/** On 16 x 16, drawn as lines. */
const signs: Readonly<Record<Sign, string>> = {
  ok: 'M3 8.5 6.5 12 13 4.5',
  failed: 'M4 4 12 12M12 4 4 12',
  warning: 'M8 3v6.5M8 12v1',
  skipped: 'M4 8h8',
  running: 'M8 2a6 6 0 1 1-6 6',
};

/** @param label for screen readers; without it the words beside the sign say the same */
export function signOf(sign: Sign, label?: string): PageElement {
  const named = label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label };
  return node('svg', { viewBox: '0 0 16 16', class: `sign ${sign}`, ...named }, line(signs[sign]));
}

/** Lines in the colour of the text around them; screen readers skip it. */
export function drawing(viewBox: string, outline: readonly string[], accent: readonly string[]): PageElement {
  const lines = [...outline.map((path) => line(path)), ...accent.map((path) => line(path, 'accent'))];
  return node('svg', { viewBox, 'aria-hidden': 'true' }, lines);
}

function line(path: string, kind?: 'accent'): PageElement {
  return node('path', { d: path, class: kind });
}
