/** FNV-1a, 32 bits (RFC 9923 draft, section 2). */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** A short handle of a lag group, from its key: the same in every session. */
export function groupHandle(key: string): string {
  let hash = OFFSET;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), PRIME);
  return `g-${(hash >>> 0).toString(16).padStart(8, '0')}`;
}
