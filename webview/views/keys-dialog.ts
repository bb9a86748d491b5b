import { transformLetters } from '../frames/frame-transforms.ts';
import { transformName } from '../frames/transform-texts.ts';
import { modes } from '../modes/modes.ts';
import { element, icon, textNode } from '../ui/dom.ts';
import { keepTyping } from '../ui/field-keys.ts';
import { textField } from '../ui/text-field.ts';
import { t } from '../ui/translated.ts';

/** Keys or pointer gestures, and their meaning. */
type KeyRow = readonly [keys: readonly string[], meaning: string];

interface KeyColumn {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

/** Keys of lags, views and time; of frames; of transforms; and the pointer. */
export function keyColumns(): readonly KeyColumn[] {
  return [
    {
      title: t('Everywhere'),
      rows: [
        [['J', 'K'], t('Next and previous lag')],
        [['Enter'], t('Open the source of the selected frame or lag; Alt opens it to the side')],
        [['⇧G'], t('Group lags, or list each')],
        [modes.map(({ key }) => key), t('Over time, aggregated, sandwich, table')],
        [['W'], t('Metric: wall, CPU or blocked time, samples or allocated bytes')],
        [['/', 'N', '⇧N'], t('Search, next and previous match')],
        [['T'], t('Tracks: threads, messages and counters')],
        [['⇧T'], t('All threads at the pointer, or at a lag’s worst moment')],
        [['⇧H'], t('Messages by handler')],
        [
          ['←', '→', '.', ','],
          t('On the timeline: move the cursor, go to the next and previous event; Shift selects range A, Alt+Shift range B'),
        ],
        [['W/S', 'A/D', '0'], t('On the timeline: zoom in, out, pan left, right, show all; on its tracks with the flame graph')],
        [['X'], t('Swap the sides of a comparison')],
        [['P'], t('Pause the view')],
        [['B'], t('Add a marker to the running capture')],
        [['Esc'], t('Clear search, comparison, selection or the list’s function')],
        [['?'], t('This list')],
      ],
    },
    {
      title: t('Transforms of the selected frame'),
      rows: [
        ...transformLetters().map(({ letter, type }): KeyRow => [[keyName(letter)], transformName(type)]),
        [['⌫'], t('Undo the last transform')],
      ],
    },
    {
      title: t('In the flame graph and the table'),
      rows: [
        [['↑', '↓', '←', '→'], t('Select a frame: along the stack, and its neighbours')],
        [['⇧←', '⇧→', '⇧↑', '⇧↓'], t('Pan left and right, zoom in and out')],
        [['+', '-', '0'], t('Zoom in, zoom out, reset')],
        [['Z'], t('Zoom to the selected frame')],
        ...modes.flatMap(({ ofFunction }) => (ofFunction ? [[[keyName(ofFunction.letter)], ofFunction.help()] as const] : [])),
        [['L'], t('List only the lags that ran it')],
        [['⇧F10'], t('Open the context menu')],
      ],
    },
    {
      title: t('Pointer'),
      rows: [
        [[t('Click')], t('Select the frame or the lag')],
        [[t('Double-click')], t('Open source (also Ctrl/Cmd+click)')],
        [[t('Alt+click')], t('Open source to the side')],
        [[t('Right click')], t('Open the context menu')],
        [[t('Drag')], t('Pan the flame graph and a zoomed timeline’s ruler; on the timeline select a range')],
        [[t('Shift+drag')], t('Select a range; on the timeline range B, to compare')],
        [[t('Ctrl+wheel')], t('Zoom')],
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
    return { node: element('section', {}, [element('h3', { text: title }), list]), rows: made };
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
