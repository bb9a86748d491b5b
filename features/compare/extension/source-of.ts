import type { SourceRequest } from '../../../protocol/parse-from-page.ts';
import type { SessionDiff } from '../core/diff-sets.ts';

/** The source of a group or function, by its key; undefined if the session names none. */
export function sourceOf({ groups, functions }: SessionDiff, key: string): SourceRequest | undefined {
  const found = [...groups, ...functions].find((each) => each.key === key);
  if (found?.place === undefined) return undefined;
  const { class: className, path, line } = found.place;
  const file = path.split(/[\\/]/).at(-1) ?? '';
  const method = found.label.slice(found.label.lastIndexOf('.') + 1).replace(/ λ$/, '');
  return { class: className, file, ...(path === file ? {} : { path }), line, method };
}
