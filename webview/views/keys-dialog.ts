import type { PageStringKey } from '../../protocol/page-protocol.ts';
import { transformLetters } from '../frames/frame-transforms.ts';
import { transformName } from '../frames/transform-texts.ts';
import { modes } from '../modes/modes.ts';
import { element, icon, textNode } from '../ui/dom.ts';
import { keepTyping } from '../ui/field-keys.ts';
import { text } from '../ui/page-text.ts';
import { textField } from '../ui/text-field.ts';
import { t } from '../ui/translated.ts';

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
        row(
          modes.map(({ key }) => key),
          'keyViews',
        ),
        row(['W'], 'keyWeight'),
        row(['/', 'N', '⇧N'], 'keySearch'),
        row(['T'], 'keyTracks'),
        row(['⇧T'], 'keyMoment'),
        row(['⇧H'], 'keyMessages'),
        row(['←', '→', '.', ','], 'keyTimeline'),
        row(['W/S', 'A/D', '0'], 'keyOverview'),
        row(['X'], 'keySwap'),
        row(['P'], 'keyPause'),
        row(['B'], 'keyMark'),
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
        ...modes.flatMap(({ ofFunction }) => (ofFunction ? [row([keyName(ofFunction.letter)], ofFunction.help)] : [])),
        row(['L'], 'keyRan'),
        row(['⇧F10'], 'keyMenu'),
      ],
    },
    {
      title: 'keysPointer',
      rows: [
        row([t('Click')], 'pointerSelect'),
        row([t('Double-click')], 'pointerOpen'),
        row([t('Alt+click')], 'pointerBeside'),
        row([t('Right click')], 'keyMenu'),
        row([t('Drag')], 'pointerPan'),
        row([t('Shift+drag')], 'pointerRange'),
        row([t('Ctrl+wheel')], 'pointerZoom'),
      ],
    },
  ];
}

/** `⇧F` of `F`, `F` of `f`: the keyboard's labels. */
function keyName(letter: string): string {
  return letter === letter.toUpperCase() ? `⇧${letter}` : letter.toUpperCase();
}

/** A section of the list, which a search narrows. */
interface KeySection {
  readonly node: HTMLElement;
  readonly rows: readonly { readonly words: string; readonly nodes: readonly HTMLElement[] }[];
}

/** The list of keys, with a search; Escape closes it. */
export function keysDialog(): HTMLDialogElement {
  const sections = keyColumns().map(({ title, rows }): KeySection => {
    const made = rows.map((row) => ({ words: row.flat().join(' ').toLowerCase(), nodes: keyRow(row) }));
    const list = element(
      'dl',
      {},
      made.flatMap(({ nodes }) => nodes),
    );
    return { node: element('section', {}, [element('h3', { text: text(title) }), list]), rows: made };
  });
  const nothing = element('p', { class: 'muted', text: t('No such key or action.') });
  const { node: field, input } = textField({
    class: 'keys-search',
    label: t('Search keys and actions'),
    attributes: { type: 'text', placeholder: t('Search keys and actions') },
    before: element('span', { attributes: { 'aria-hidden': 'true' } }, [icon('search')]),
    after: element('span'),
  });
  const search = (): void => {
    nothing.hidden = narrow(sections, input.value.trim().toLowerCase());
  };
  search();
  input.addEventListener('input', search);
  const dialog = element('dialog', { class: 'keys', attributes: { 'aria-label': t('Keyboard and pointer') } }, [
    element('h2', { text: t('Keyboard and pointer') }),
    field,
    element('div', { class: 'scrolls', attributes: { tabindex: '0' } }, [
      nothing,
      element(
        'div',
        { class: 'columns' },
        sections.map(({ node }) => node),
      ),
    ]),
  ]);
  dialog.addEventListener('keydown', keepTyping);
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => {
    input.value = '';
    search();
  });
  return dialog;
}

/** Shows rows with these words; true if there are any. */
function narrow(sections: readonly KeySection[], words: string): boolean {
  let shown = 0;
  for (const { node, rows } of sections) {
    const found = rows.filter((row) => row.words.includes(words));
    node.hidden = found.length === 0;
    for (const row of rows) for (const each of row.nodes) each.hidden = !found.includes(row);
    shown += found.length;
  }
  return shown > 0;
}

function keyRow([names, meaning]: KeyRow): readonly HTMLElement[] {
  const keys = names.flatMap((name) => [element('kbd', { text: name }), textNode(' ')]);
  return [element('dt', {}, keys), element('dd', { text: meaning })];
}
