import type { PageStringKey } from '../../extension/page-protocol.ts';
import { element } from '../dom.ts';
import { text } from '../text.ts';

const keys: readonly (readonly [keys: readonly string[], meaning: PageStringKey])[] = [
  [['K', 'J'], 'keyLags'],
  [['G'], 'keyGroups'],
  [['Enter'], 'keyOpen'],
  [['1', '2'], 'keyViews'],
  [['/', 'N'], 'keySearch'],
  [['↑', '↓', '←', '→'], 'keyStack'],
  [['W', 'S', 'A', 'D'], 'keyZoom'],
  [['F'], 'keyFit'],
  [['T'], 'keyTracks'],
  [['←', '→', '.', ','], 'keyTimeline'],
  [['P'], 'keyPause'],
  [['M'], 'keyMark'],
  [['Esc'], 'keyReset'],
  [['?'], 'keyHelp'],
];

/** The list of keys; Escape closes it. */
export function keysDialog(): HTMLDialogElement {
  const rows = keys.flatMap(([names, meaning]) => [
    element(
      'dt',
      {},
      names.flatMap((name) => [element('kbd', { text: name }), document.createTextNode(' ')]),
    ),
    element('dd', { text: text(meaning) }),
  ]);
  const dialog = element('dialog', { attributes: { 'aria-label': text('keysTitle') } }, [
    element('h2', { text: text('keysTitle') }),
    element('dl', {}, rows),
    element('p', { class: 'muted', text: text('keyPointer') }),
  ]);
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  return dialog;
}
