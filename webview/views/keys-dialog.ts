import type { PageStringKey } from '../../extension/page-protocol.ts';
import { element } from '../dom.ts';
import { text } from '../text.ts';

type KeyRow = readonly [keys: readonly string[], meaning: PageStringKey];

interface KeyColumn {
  readonly title: PageStringKey;
  readonly rows: readonly KeyRow[];
}

/** Keys of lags, views and time; then those of frames and stacks, some of which mean something else there. */
const everywhere: KeyColumn = {
  title: 'keysEverywhere',
  rows: [
    [['K', 'J'], 'keyLags'],
    [['⇧G'], 'keyGroups'],
    [['Enter'], 'keyOpen'],
    [['1', '2', '3', '4'], 'keyViews'],
    [['W'], 'keyWeight'],
    [['/', 'N', '⇧N'], 'keySearch'],
    [['T'], 'keyTracks'],
    [['←', '→', '.', ','], 'keyTimeline'],
    [['P'], 'keyPause'],
    [['M'], 'keyMark'],
    [['Esc'], 'keyReset'],
    [['?'], 'keyHelp'],
  ],
};
const inView: KeyColumn = {
  title: 'keysInView',
  rows: [
    [['↑', '↓', '←', '→'], 'keyStack'],
    [['+', '-', '0'], 'keyZoom'],
    [['Z'], 'keyFit'],
    [['S'], 'keySandwich'],
    [['⇧F10'], 'keyMenu'],
    [['F', '⇧F', 'G'], 'keyFocus'],
    [['M', '⇧M', 'D'], 'keyMerge'],
    [['C', '⇧C', 'R', '⇧R'], 'keyCollapse'],
    [['H', 'A'], 'keyHide'],
    [['I'], 'keyInvert'],
    [['⌫'], 'keyUndo'],
  ],
};

/** The list of keys; Escape closes it. */
export function keysDialog(): HTMLDialogElement {
  const dialog = element('dialog', { class: 'keys', attributes: { 'aria-label': text('keysTitle') } }, [
    element('h2', { text: text('keysTitle') }),
    element(
      'div',
      { class: 'columns', attributes: { tabindex: '0' } },
      [everywhere, inView].map(({ title, rows }) =>
        element('section', {}, [element('h3', { text: text(title) }), element('dl', {}, rows.flatMap(keyRow))]),
      ),
    ),
    element('p', { class: 'muted', text: text('keyPointer') }),
  ]);
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  return dialog;
}

function keyRow([names, meaning]: KeyRow): readonly HTMLElement[] {
  const keys = names.flatMap((name) => [element('kbd', { text: name }), document.createTextNode(' ')]);
  return [element('dt', {}, keys), element('dd', { text: text(meaning) })];
}
