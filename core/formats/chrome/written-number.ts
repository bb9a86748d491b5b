import { numberField, textField } from '../import/json.ts';

/** A number that some writers give as text. Undefined for other values. */
export function writtenNumber(value: unknown, key: string): number | undefined {
  const found = numberField(value, key) ?? Number(textField(value, key) || Number.NaN);
  return Number.isFinite(found) ? found : undefined;
}

/** As `writtenNumber`; 0 for other values and fractions. */
export function writtenId(value: unknown, key: string): number {
  const found = writtenNumber(value, key) ?? 0;
  return Number.isSafeInteger(found) ? found : 0;
}
