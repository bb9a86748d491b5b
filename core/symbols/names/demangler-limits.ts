/** Characters of a mangled name that is looked at: fifty times the longest of libclang's, libLLVM's and rustc's 105,000 names. */
export const MAX_MANGLED = 32_768;
/** Characters of a readable name: twice the longest of those. */
export const MAX_FULL = 8_192;
/** Characters of a short form: more than a box in a drawing ever shows. */
export const MAX_SHORT = 256;

/** The text, cut to at most `limit` characters of which the last then is an ellipsis. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Never between the halves of a surrogate pair.
  const last = text.charCodeAt(limit - 2);
  return `${text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 2 : limit - 1)}…`;
}
