/** Numbers and texts in DWARF's bytes, for sections made by hand. */
export const u8 = (value: number): number[] => [value & 0xff];
export const u16 = (value: number): number[] => [...u8(value), ...u8(value >>> 8)];
export const u32 = (value: number): number[] => [...u16(value), ...u16(value >>> 16)];
export const u64 = (value: number): number[] => [...u32(value % 2 ** 32), ...u32(Math.floor(value / 2 ** 32))];
export const text = (value: string): number[] => [...new TextEncoder().encode(value), 0];

export function uleb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return bytes;
}

/** A unit of `.debug_info` with 4-byte offsets and 8-byte addresses, version 4; its entries begin at offset 11. */
export function unit4(entries: readonly number[], abbreviations = 0): number[] {
  const rest = [...u16(4), ...u32(abbreviations), ...u8(8), ...entries];
  return [...u32(rest.length), ...rest];
}

/** One abbreviation: code, tag, whether it has children, attributes with their forms. */
export function abbreviation(
  code: number,
  tag: number,
  children: boolean,
  ...attributes: readonly (readonly [number, number])[]
): number[] {
  const pairs = attributes.flatMap(([attribute, form]) => [...uleb(attribute), ...uleb(form)]);
  return [...uleb(code), ...uleb(tag), ...u8(children ? 1 : 0), ...pairs, 0, 0];
}

/** Begin of `unit4`'s entries. */
export const FIRST_ENTRY = 11;
