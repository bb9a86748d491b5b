import type { ShownGuide, ShownGuideStep } from '../../protocol/troubleshoot-protocol.ts';
import { element } from '../ui/dom.ts';
import { drawing, signOf } from './drawing.ts';
import { type Press, showButtons } from './text-buttons.ts';

/** Illustrated steps that connect a phone. */
export function guideSection({ label, steps, waiting, others, buttons, more }: ShownGuide, press: Press): HTMLElement {
  const list = element(
    'ol',
    { class: 'guide-steps' },
    steps.map((step, at) => guideStep(step, at + 1, press)),
  );
  const waits = element('p', { class: 'waiting' }, [signOf('running'), element('span', { text: waiting })]);
  const parts: HTMLElement[] = [list, waits, element('p', { class: 'muted', text: others }), buttonBox(buttons, press)];
  if (more !== undefined) {
    parts.push(element('details', {}, [element('summary', { text: more.label }), element('p', { text: more.text })]));
  }
  return element('section', { class: 'guide', attributes: { 'aria-label': label } }, parts);
}

function guideStep({ step, state, done, title, lines, obstacle, buttons }: ShownGuideStep, number: number, press: Press): HTMLElement {
  const sign = done === undefined ? element('span', { class: 'number', text: String(number) }) : signOf('ok', done);
  const parts: HTMLElement[] = [element('h2', {}, [sign, element('span', { text: title })])];
  if (obstacle !== undefined) parts.push(element('p', { class: 'obstacle', text: obstacle }), buttonBox(buttons, press));
  parts.push(...lines.map((line) => element('p', { text: line })));
  const attributes = { 'data-step': step, 'data-state': state, ...(state === 'current' ? { 'aria-current': 'step' } : {}) };
  const { outline, accent } = drawings[step];
  return element('li', { attributes }, [drawing('0 0 120 72', outline, accent), element('div', { class: 'words' }, parts)]);
}

function buttonBox(buttons: ShownGuide['buttons'], press: Press): HTMLElement {
  const box = element('div', { class: 'buttons' });
  showButtons(box, buttons, press);
  return box;
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
