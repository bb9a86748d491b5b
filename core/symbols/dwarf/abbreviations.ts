import { ATTRIBUTE, FORM, TAG } from './constants.ts';
import type { Cursor } from './cursor.ts';
import { type Encoding, formSize, SKIP } from './encoding.ts';

/** What the walk through a unit does with an entry of some abbreviation. */
export const KIND = { other: 0, subprogram: 1, inlined: 2, scope: 3, block: 4 } as const;

/** More than any compiler makes; a table that goes on is damaged. */
const MOST_ROWS = 1 << 20;
const MOST_ATTRIBUTES = 1 << 22;

/** An entry in the skip program: here is the reference to the next sibling; its form follows. */
const SIBLING = -16;

/**
 * The abbreviations of a unit as columns, one row each. Beside what the file says, a row carries how its attributes are
 * passed by in one step, which is what nearly all of them are for.
 */
export class AbbreviationTable {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly tag: Uint16Array;
  readonly hasChildren: Uint8Array;
  /** Bytes that all attributes take together, or -1 when that varies. */
  readonly fixedSize: Int32Array;
  /** Bytes before the sibling reference, or -1 when it isn't there or that varies. */
  readonly siblingAt: Int32Array;
  readonly siblingForm: Uint16Array;
  /** 1 when there is a sibling reference. */
  readonly hasSibling: Uint8Array;
  /** 1 when addresses of code are among the attributes. */
  readonly hasCode: Uint8Array;
  /** Attributes of row r are those from `first[r]` to `first[r + 1]`. */
  readonly first: Uint32Array;
  readonly attribute: Uint16Array;
  readonly form: Uint16Array;
  readonly implicit: Float64Array;
  readonly #encoding: Encoding;
  readonly #skipFirst: Uint32Array;
  readonly #skips: Int32Array;
  /** Row by code, where codes do not simply count from 1. */
  readonly #rows: ReadonlyMap<number, number> | undefined;

  /**
   * @param cursor stands where the table begins
   * @param only reads no further than the abbreviation with this code, for who wants just a unit's root
   */
  constructor(cursor: Cursor, encoding: Encoding, only?: number) {
    this.#encoding = encoding;
    const codes: number[] = [];
    const tags: number[] = [];
    const children: number[] = [];
    const first: number[] = [0];
    const attributes: number[] = [];
    const forms: number[] = [];
    const implicit: number[] = [];
    for (;;) {
      const code = cursor.uleb();
      if (code === 0) break;
      codes.push(code);
      tags.push(cursor.uleb());
      children.push(cursor.u8());
      for (;;) {
        const attribute = cursor.uleb();
        const form = cursor.uleb();
        const value = form === FORM.implicitConst ? cursor.sleb() : 0;
        if (attribute === 0 && form === 0) break;
        attributes.push(attribute > 0xffff ? 0 : attribute);
        forms.push(form > 0xffff ? 0 : form);
        implicit.push(value);
      }
      first.push(attributes.length);
      if (code === only) break;
      if (codes.length > MOST_ROWS || attributes.length > MOST_ATTRIBUTES) throw cursor.malformed('a table that ends', 'none');
    }
    const count = codes.length;
    this.count = count;
    this.tag = Uint16Array.from(tags);
    this.hasChildren = Uint8Array.from(children);
    this.first = Uint32Array.from(first);
    this.attribute = Uint16Array.from(attributes);
    this.form = Uint16Array.from(forms);
    this.implicit = Float64Array.from(implicit);
    this.#rows = codes.every((code, row) => code === row + 1) ? undefined : new Map(codes.map((code, row) => [code, row]));
    this.kind = Uint8Array.from(tags, kindOf);
    this.fixedSize = new Int32Array(count).fill(-1);
    this.siblingAt = new Int32Array(count).fill(-1);
    this.siblingForm = new Uint16Array(count);
    this.hasSibling = new Uint8Array(count);
    this.hasCode = new Uint8Array(count);
    this.#skipFirst = new Uint32Array(count + 1);
    const skips: number[] = [];
    for (let row = 0; row < count; row++) {
      this.#planRow(row, encoding, skips);
      this.#skipFirst[row + 1] = skips.length;
    }
    this.#skips = Int32Array.from(skips);
  }

  /** The row of an abbreviation code, or -1. */
  rowOf(code: number): number {
    if (this.#rows === undefined) return code <= this.count ? code - 1 : -1;
    return this.#rows.get(code) ?? -1;
  }

  /** Passes by the attributes of a row whose size varies. */
  skipAttributes(row: number, cursor: Cursor): void {
    this.#run(row, cursor, false);
  }

  /**
   * Reads the reference to the next sibling, for rows that have one.
   * @returns offset from the unit's begin
   */
  sibling(row: number, cursor: Cursor): number {
    const at = this.siblingAt[row] ?? -1;
    if (at < 0) return this.#run(row, cursor, true);
    cursor.skip(at);
    return referenceOf(this.siblingForm[row] ?? 0, cursor);
  }

  #run(row: number, cursor: Cursor, untilSibling: boolean): number {
    const skips = this.#skips;
    const end = this.#skipFirst[row + 1] ?? 0;
    for (let at = this.#skipFirst[row] ?? 0; at < end; at++) {
      const step = skips[at] ?? 0;
      if (step >= 0) cursor.skip(step);
      else if (step !== SIBLING) skipValue(step, cursor, this.#encoding);
      else {
        const reference = referenceOf(skips[++at] ?? 0, cursor);
        if (untilSibling) return reference;
      }
    }
    return 0;
  }

  #planRow(row: number, encoding: Encoding, skips: number[]): void {
    let fixed = 0;
    let varies = false;
    let pending = 0;
    const end = this.first[row + 1] ?? 0;
    for (let at = this.first[row] ?? 0; at < end; at++) {
      const attribute = this.attribute[at] ?? 0;
      const form = this.form[at] ?? 0;
      const size = formSize(form, encoding);
      if (attribute === ATTRIBUTE.lowPc || attribute === ATTRIBUTE.ranges) this.hasCode[row] = 1;
      if (attribute === ATTRIBUTE.sibling && isUnitReference(form)) {
        this.hasSibling[row] = 1;
        this.siblingForm[row] = form;
        if (!varies) this.siblingAt[row] = fixed;
        if (pending > 0) skips.push(pending);
        pending = 0;
        skips.push(SIBLING, form);
      } else if (size >= 0) {
        pending += size;
      } else {
        if (pending > 0) skips.push(pending);
        pending = 0;
        skips.push(size === SKIP.unknown ? -(form + 256) : size);
      }
      if (size < 0) varies = true;
      else fixed += size;
    }
    if (pending > 0) skips.push(pending);
    if (!varies) this.fixedSize[row] = fixed;
  }
}

/** Passes by a value whose size varies; `step` is one of `SKIP`, or -(form + 256) of a form that isn't known. */
export function skipValue(step: number, cursor: Cursor, encoding: Encoding): void {
  switch (step) {
    case SKIP.leb:
      cursor.uleb();
      return;
    case SKIP.text:
      cursor.skipText();
      return;
    case SKIP.block1:
      cursor.skip(cursor.u8());
      return;
    case SKIP.block2:
      cursor.skip(cursor.u16());
      return;
    case SKIP.block4:
      cursor.skip(cursor.u32());
      return;
    case SKIP.block:
      cursor.skip(cursor.uleb());
      return;
    case SKIP.indirect: {
      const size = formSize(cursor.uleb(), encoding);
      if (size >= 0) cursor.skip(size);
      else if (size === SKIP.indirect) throw cursor.malformed('a form', 'an indirect one behind an indirect one');
      else skipValue(size, cursor, encoding);
      return;
    }
    default:
      throw cursor.unsupported('a form of DWARF 2 to 5', step <= -256 ? `form 0x${(-step - 256).toString(16)}` : 'another one');
  }
}

function isUnitReference(form: number): boolean {
  return form === FORM.ref4 || form === FORM.ref1 || form === FORM.ref2 || form === FORM.ref8 || form === FORM.refUdata;
}

function referenceOf(form: number, cursor: Cursor): number {
  switch (form) {
    case FORM.ref4:
      return cursor.u32();
    case FORM.ref1:
      return cursor.u8();
    case FORM.ref2:
      return cursor.u16();
    case FORM.ref8:
      return cursor.u64();
    default:
      return cursor.uleb();
  }
}

function kindOf(tag: number): number {
  switch (tag) {
    case TAG.subprogram:
      return KIND.subprogram;
    case TAG.inlinedSubroutine:
      return KIND.inlined;
    case TAG.namespace:
    case TAG.module:
    case TAG.compileUnit:
    case TAG.partialUnit:
    case TAG.skeletonUnit:
      return KIND.scope;
    case TAG.lexicalBlock:
    case TAG.tryBlock:
    case TAG.catchBlock:
    case TAG.withStatement:
      return KIND.block;
    default:
      return KIND.other;
  }
}
