/** Longer mangled names are not read: fifty times the longest of libclang, libLLVM and rustc. */
export const MAX_MANGLED = 32_768;
/** Twice the longest readable name of those. */
export const MAX_FULL = 8_192;
/** More than a box in a drawing shows. */
export const MAX_SHORT = 256;

export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Keeps surrogate pairs whole.
  const last = text.charCodeAt(limit - 2);
  return `${text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 2 : limit - 1)}…`;
}
