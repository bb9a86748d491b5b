import { node, type PageElement } from '../../core/document/page-node.ts';
import type { ShownGuide, ShownGuideStep } from '../../protocol/troubleshoot-protocol.ts';
import { drawing, signOf } from './drawing.ts';
import { buttonBox } from './text-buttons.ts';

/** Illustrated steps that connect a phone. */
export function guideSection({ label, steps, waiting, others, buttons, more }: ShownGuide): PageElement {
  return node(
    'section',
    { class: 'guide', 'aria-label': label },
    node(
      'ol',
      { class: 'guide-steps' },
      steps.map((step, at) => guideStep(step, at + 1)),
    ),
    node('p', { class: 'waiting' }, signOf('running'), node('span', {}, waiting)),
    node('p', { class: 'muted' }, others),
    buttonBox(buttons),
    more === undefined ? [] : node('details', {}, node('summary', {}, more.label), node('p', {}, more.text)),
  );
}

function guideStep({ step, state, done, title, lines, obstacle, buttons }: ShownGuideStep, number: number): PageElement {
  const sign = done === undefined ? node('span', { class: 'number' }, String(number)) : signOf('ok', done);
  const { outline, accent } = drawings[step];
  const words = node(
    'div',
    { class: 'words' },
    node('h2', {}, sign, node('span', {}, title)),
    obstacle === undefined ? [] : [node('p', { class: 'obstacle' }, obstacle), ...buttonBox(buttons)],
    lines.map((line) => node('p', {}, line)),
  );
  const current = state === 'current' ? 'step' : undefined;
  return node('li', { 'data-step': step, 'data-state': state, 'aria-current': current }, drawing('0 0 120 72', outline, accent), words);
}

const PHONE = 'M40 3h40a5 5 0 0 1 5 5v56a5 5 0 0 1-5 5H40a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5z';

interface Drawing {
  readonly outline: readonly string[];
  /** What the step is about. */
  readonly accent: readonly string[];
}

const drawings: Readonly<Record<ShownGuideStep['step'], Drawing>> = {
  cable: {
    outline: [
      'M12 12h46v32H12z',
      'M4 50h62l-4 6H8z',
      'M92 8h18a4 4 0 0 1 4 4v36a4 4 0 0 1-4 4H92a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4z',
      'M98 13h6',
    ],
    accent: ['M66 53h8v8a6 6 0 0 0 6 6h15a6 6 0 0 0 6-6v-9', 'M97 52h8v5h-8z'],
  },
  debugging: {
    outline: [
      PHONE,
      'M55 8h10',
      'M43 20h16',
      'M43 36h16',
      'M43 52h16',
      'M69 16h6a4 4 0 0 1 0 8h-6a4 4 0 0 1 0-8zM69 48h6a4 4 0 0 1 0 8h-6a4 4 0 0 1 0-8z',
    ],
    accent: ['M69 32h6a4 4 0 0 1 0 8h-6a4 4 0 0 1 0-8z', 'M75 34.5v3'],
  },
  allow: {
    outline: [PHONE, 'M55 8h10', 'M43 18h34a3 3 0 0 1 3 3v30a3 3 0 0 1-3 3H43a3 3 0 0 1-3-3V21a3 3 0 0 1 3-3z', 'M47 26h26', 'M47 33h18'],
    accent: ['M58 40h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H58a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2z', 'M62.5 44.5l2 2 4-4.5'],
  },
};
