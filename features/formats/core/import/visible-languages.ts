import type { FrameTable } from './frame-table.ts';

/** Languages with stacks of their own, which captures do not see but other tools' files may show. */
export type ScriptLanguage = 'JavaScript' | 'Dart' | 'C#';

const languageOf: ReadonlyMap<string, ScriptLanguage> = new Map([
  ['js', 'JavaScript'],
  ['jsx', 'JavaScript'],
  ['mjs', 'JavaScript'],
  ['cjs', 'JavaScript'],
  ['ts', 'JavaScript'],
  ['tsx', 'JavaScript'],
  ['bundle', 'JavaScript'],
  ['jsbundle', 'JavaScript'],
  ['hbc', 'JavaScript'],
  ['dart', 'Dart'],
  ['cs', 'C#'],
]);
/** Longer endings are none. */
const MOST_LETTERS = 8;

/** Languages of which a file shows frames, by the endings of their sources. */
export function visibleLanguages({ methods, named }: FrameTable): ReadonlySet<ScriptLanguage> {
  const found = new Set<ScriptLanguage>();
  const see = (file: string): void => {
    const language = languageOf.get(endingOf(file));
    if (language !== undefined) found.add(language);
  };
  for (const { sourceFile } of methods) see(sourceFile);
  for (const { frames } of named) for (const { file } of frames) see(file);
  return found;
}

/** `js` of `https://shop.example/app.js?dev=true:12:5`. */
function endingOf(file: string): string {
  const query = file.indexOf('?');
  const path = query < 0 ? file : file.slice(0, query);
  const dot = path.lastIndexOf('.');
  const ending = dot < 0 ? '' : path.slice(dot + 1, dot + 2 + MOST_LETTERS);
  const colon = ending.indexOf(':');
  return (colon < 0 ? ending : ending.slice(0, colon)).toLowerCase();
}
