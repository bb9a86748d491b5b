import { createHash } from 'node:crypto';

/** File systems allow 255 bytes, the column's name included. */
const MOST_LETTERS = 200;
const HASH_LETTERS = 12;

/**
 * Of a partition's folder, as Hive escapes it. Capitals are escaped, too: some file systems take A for a. Long values are cut, with a hash
 * that keeps them apart.
 */
export function partitionFolder(column: string, value: string): string {
  const whole = value.replace(/\p{Surrogate}/gu, '\uFFFD');
  const escaped = hiveEscaped(whole);
  if (escaped.length <= MOST_LETTERS) return `${column}=${escaped}`;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_LETTERS);
  let cut = '';
  for (const sign of whole) {
    const longer = cut + hiveEscaped(sign);
    if (longer.length > MOST_LETTERS - HASH_LETTERS - 1) break;
    cut = longer;
  }
  return `${column}=${cut}-${hash}`;
}

/** DuckDB reads the value `null` in any case as no value. */
function hiveEscaped(text: string): string {
  if (text === 'null') return '%6Eull';
  // `%` and its two digits stay: replaced in one pass, they come from `encodeURIComponent` only.
  return encodeURIComponent(text).replace(/%[0-9A-F]{2}|[A-Z!'()*.~]/g, (sign) =>
    sign.length > 1 ? sign : `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
