import type { Sign } from '../../protocol/troubleshoot-protocol.ts';
import { setLabel } from '../ui/dom.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** On 16 x 16, drawn as lines. */
const signs: Readonly<Record<Sign, string>> = {
  ok: 'M3 8.5 6.5 12 13 4.5',
  failed: 'M4 4 12 12M12 4 4 12',
  warning: 'M8 3v6.5M8 12v1',
  skipped: 'M4 8h8',
  running: 'M8 2a6 6 0 1 1-6 6',
};

/** @param label for screen readers; without it the words beside the sign say the same */
export function signOf(sign: Sign, label?: string): SVGSVGElement {
  const svg = drawing('0 0 16 16', [signs[sign]]);
  svg.setAttribute('class', `sign ${sign}`);
  if (label === undefined) return svg;
  svg.removeAttribute('aria-hidden');
  svg.setAttribute('role', 'img');
  setLabel(svg, label);
  return svg;
}

/** Lines in the colour of the text around them; screen readers skip it. */
export function drawing(viewBox: string, outline: readonly string[], accent: readonly string[] = []): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', viewBox);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(...outline.map((path) => line(path, '')), ...accent.map((path) => line(path, 'accent')));
  return svg;
}

function line(path: string, kind: '' | 'accent'): SVGPathElement {
  const made = document.createElementNS(SVG, 'path');
  made.setAttribute('d', path);
  made.setAttribute('class', kind);
  return made;
}
