import type { PageStringKey } from '../../protocol/page-protocol.ts';
import { transformLetters } from '../frames/frame-transforms.ts';
import { transformName } from '../frames/transform-texts.ts';
import { element, textNode } from '../ui/dom.ts';
import { keepTyping } from '../ui/field-keys.ts';
import { text } from '../ui/page-text.ts';

/** Keys or pointer gestures, and their meaning. */
type KeyRow = readonly [keys: readonly string[], meaning: string];

interface KeyColumn {
  readonly title: PageStringKey;
  readonly rows: readonly KeyRow[];
}

/** Keys of lags, views and time; of frames; of transforms; and the pointer. */
function keyColumns(): readonly KeyColumn[] {
  const row = (keys: readonly string[], meaning: PageStringKey): KeyRow => [keys, text(meaning)];
  return [
    {
      title: 'keysEverywhere',
      rows: [
        row(['J', 'K'], 'keyLags'),
        row(['Enter'], 'keyOpen'),
        row(['⇧G'], 'keyGroups'),
        row(['1', '2', '3', '4'], 'keyViews'),
        row(['W'], 'keyWeight'),
        row(['/', 'N', '⇧N'], 'keySearch'),
        row(['T'], 'keyTracks'),
        row(['←', '→', '.', ','], 'keyTimeline'),
        row(['P'], 'keyPause'),
        row(['M'], 'keyMark'),
        row(['Esc'], 'keyReset'),
        row(['?'], 'keyHelp'),
      ],
    },
    {
      title: 'keysTransforms',
      rows: [...transformLetters().map(({ letter, type }): KeyRow => [[keyName(letter)], transformName(type)]), row(['⌫'], 'keyUndo')],
    },
    {
      title: 'keysInView',
      rows: [
        row(['↑', '↓', '←', '→'], 'keyStack'),
        row(['⇧←', '⇧→', '⇧↑', '⇧↓'], 'keyPan'),
        row(['+', '-', '0'], 'keyZoom'),
        row(['Z'], 'keyFit'),
        row(['S'], 'keySandwich'),
        row(['L'], 'keyRan'),
        row(['⇧F10'], 'keyMenu'),
      ],
    },
    {
      title: 'keysPointer',
      rows: [
        row([text('pointerClick')], 'pointerSelect'),
        row([text('pointerDouble')], 'pointerOpen'),
        row([text('pointerAlt')], 'pointerBeside'),
        row([text('pointerRight')], 'keyMenu'),
        row([text('pointerDrag')], 'pointerPan'),
        row([text('pointerShiftDrag')], 'pointerRange'),
        row([text('pointerWheel')], 'pointerZoom'),
      ],
    },
  ];
}

/** `⇧F` of `F`, `F` of `f`: the keyboard's labels. */
function keyName(letter: string): string {
  return letter === letter.toUpperCase() ? `⇧${letter}` : letter.toUpperCase();
}

/** The list of keys; Escape closes it. */
export function keysDialog(): HTMLDialogElement {
  const dialog = element('dialog', { class: 'keys', attributes: { 'aria-label': text('keysTitle') } }, [
    element('h2', { text: text('keysTitle') }),
    element('div', { class: 'scrolls', attributes: { tabindex: '0' } }, [
      element(
        'div',
        { class: 'columns' },
        keyColumns().map(({ title, rows }) =>
          element('section', {}, [element('h3', { text: text(title) }), element('dl', {}, rows.flatMap(keyRow))]),
        ),
      ),
    ]),
  ]);
  dialog.addEventListener('keydown', keepTyping);
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  return dialog;
}

function keyRow([names, meaning]: KeyRow): readonly HTMLElement[] {
  const keys = names.flatMap((name) => [element('kbd', { text: name }), textNode(' ')]);
  return [element('dt', {}, keys), element('dd', { text: meaning })];
}
