import type { SourceRequest } from '../../../protocol/parse-from-page.ts';
import type { KnownFunction } from '../core/lag-functions.ts';

/** Undefined if the session names none. */
export function sourceOf({ label, place }: Pick<KnownFunction, 'label' | 'place'>): SourceRequest | undefined {
  if (place === undefined) return undefined;
  const { class: className, path, line } = place;
  const file = fileName(path);
  const method = label.slice(label.lastIndexOf('.') + 1).replace(/ λ$/, '');
  return { class: className, file, ...(path === file ? {} : { path }), line, method };
}

/** `Cart.kt:12`. */
export function placeText({ path, line }: NonNullable<KnownFunction['place']>): string {
  return line > 0 ? `${fileName(path)}:${line}` : fileName(path);
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}
