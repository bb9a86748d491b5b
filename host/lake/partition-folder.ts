import { createHash } from 'node:crypto';

/** File systems allow 255 bytes, the column's name included. */
const MOST_LETTERS = 200;
const HASH_LETTERS = 12;

/** Of a partition's folder, as Hive escapes it. Long values are cut, with a hash that keeps them apart. */
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

function hiveEscaped(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*.~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
