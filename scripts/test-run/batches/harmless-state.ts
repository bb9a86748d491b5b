/** State that a module keeps between tests, and why none of them sees another's. `unless` names a function whose callers do. */
export const harmlessState: Readonly<Record<string, { readonly why: string; readonly unless?: readonly string[] }>> = {
  'core/columns/block-writer.ts': { why: 'space for composing, written before it is read' },
  'core/columns/packed-block.ts': { why: 'space for computing, written before it is read' },
  'core/columns/packed-rows.ts': { why: 'blocks that are lent to rows, and written before they are read' },
  'core/session/names/split-map.ts': { why: 'a number that varies when maps are split, not what they hold' },
  'core/text/phrase.ts': { why: 'phrases by their English, the same each time' },
  'features/formats/core/field/unit-words.ts': { why: 'a constant, made when it is needed' }, // features/formats
  'features/formats/tests/fixtures/imported.ts': { why: 'turns without a clock' }, // features/formats
  'host/turn-driver.ts': { why: 'the last turn, after which the next one comes' },
  'webview/timeline/columns.ts': { why: 'images of a canvas, which Node has not', unless: ['createImageData'] },
  'webview/ui/canvas/animation-frame.ts': { why: 'callbacks of frames, which Node has not' },
  'webview/ui/names/flush-names.ts': { why: 'elements of a page, which Node has not' },
  'webview/ui/translated.ts': { why: 'translations, none by default', unless: ['readTranslations', 'useTranslations'] },
};

/** Modules that start programs, and why nothing of these is left for other tests. */
export const endedPrograms: Readonly<Record<string, string>> = {
  'tests/house/project-sources.ts': 'git lists files, and who asks waits for its end',
};
