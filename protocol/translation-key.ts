const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const KEY_BITS = 30;

/**
 * A short key of an English text, for the shipped bundles: with whole texts as keys the download is 2 % larger. It is the lower 30 bits of
 * FNV-1a over UTF-16 units, the lowest six first: browsers have no other hash that answers at once.
 */
export function translationKey(english: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < english.length; at++) hash = Math.imul(hash ^ english.charCodeAt(at), 0x01000193);
  let key = '';
  for (let bit = 0; bit < KEY_BITS; bit += 6) key += SIGNS.charAt((hash >>> bit) & 63);
  return key;
}

/** Before the keys of the session page's texts, so that the extension finds what to send it. */
const PAGE_MARK = '.';

export function pageTextKey(english: string): string {
  return `${PAGE_MARK}${translationKey(english)}`;
}

/** The session page's part of a shipped bundle, without the mark. */
export function pagePart(bundle: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const ofPage = Object.entries(bundle).filter(([key]) => key.startsWith(PAGE_MARK));
  return Object.fromEntries(ofPage.map(([key, text]) => [key.slice(PAGE_MARK.length), text]));
}
