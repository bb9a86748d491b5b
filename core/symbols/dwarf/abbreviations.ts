import { int32At, uint16At, uint32At } from '../../columns/at.ts';
import type { AbbreviationLists } from './abbreviation-lists.ts';
import { ATTRIBUTE, FORM, TAG } from './dwarf-constants.ts';
import type { Cursor } from './dwarf-cursor.ts';
import { type Encoding, formSize, formSizes, SKIP } from './encoding.ts';

/** Treatment of an entry in a walk through a unit. */
export const KIND = { other: 0, subprogram: 1, inlined: 2, scope: 3, block: 4 } as const;

/** No compiler makes more; a longer table is damaged. */
const MOST_ROWS = 1 << 20;
const MOST_ATTRIBUTES = 1 << 22;

/** The abbreviations of a unit as columns. Nearly all entries are skipped, so a row says how to do that in one step. */
export class AbbreviationTable {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly tag: Uint16Array;
  readonly hasChildren: Uint8Array;
  /** Bytes of all attributes together; -1 when that varies. */
  readonly fixedSize: Int32Array;
  /** Bytes before the sibling reference; -1 when there is none or that varies. */
  readonly siblingAt: Int32Array;
  readonly siblingForm: Uint16Array;
  readonly hasSibling: Uint8Array;
  readonly hasCode: Uint8Array;
  /** Row r has the attributes from `first[r]` to `first[r + 1]`. */
  readonly first: Uint32Array;
  readonly attribute: Uint16Array;
  readonly form: Uint16Array;
  readonly implicit: Float64Array;
  readonly #encoding: Encoding;
  /** Bytes of each attribute's value, or one of `SKIP`. */
  readonly #size: Int32Array;
  /** Absent where codes count from 1. */
  readonly #rows: ReadonlyMap<number, number> | undefined;

  /**
   * @param cursor at the table's begin
   * @param lists overwritten
   * @param only reads no further than this code: a unit's root needs just one
   */
  constructor(cursor: Cursor, encoding: Encoding, lists: AbbreviationLists, only?: number) {
    this.#encoding = encoding;
    const sizes = formSizes(encoding);
    let rows = 0;
    let count = 0;
    let inOrder = true;
    for (;;) {
      const code = cursor.uleb();
      if (code === 0) break;
      inOrder &&= code === rows + 1;
      lists.makeRowRoom(rows);
      lists.code[rows] = code;
      lists.tag[rows] = cursor.uleb();
      lists.hasChildren[rows] = cursor.u8();
      for (;;) {
        const attribute = cursor.uleb();
        const form = cursor.uleb();
        const value = form === FORM.implicitConst ? cursor.sleb() : 0;
        if (attribute === 0 && form === 0) break;
        lists.makeAttributeRoom(count);
        lists.attribute[count] = attribute > 0xffff ? 0 : attribute;
        lists.form[count] = form > 0xffff ? 0 : form;
        lists.size[count] = sizes[form] ?? formSize(form, encoding);
        lists.implicit[count] = value;
        count++;
      }
      lists.first[++rows] = count;
      if (code === only) break;
      if (rows > MOST_ROWS || count > MOST_ATTRIBUTES) throw cursor.malformed('a table that ends', 'none');
    }
    this.count = rows;
    this.tag = lists.tag.slice(0, rows);
    this.hasChildren = lists.hasChildren.slice(0, rows);
    this.first = lists.first.slice(0, rows + 1);
    this.attribute = lists.attribute.slice(0, count);
    this.form = lists.form.slice(0, count);
    this.#size = lists.size.slice(0, count);
    this.implicit = lists.implicit.slice(0, count);
    this.#rows = inOrder ? undefined : new Map(Array.from(lists.code.subarray(0, rows), (code, row) => [code, row]));
    this.kind = new Uint8Array(rows);
    this.fixedSize = new Int32Array(rows).fill(-1);
    this.siblingAt = new Int32Array(rows).fill(-1);
    this.siblingForm = new Uint16Array(rows);
    this.hasSibling = new Uint8Array(rows);
    this.hasCode = new Uint8Array(rows);
    for (let row = 0; row < rows; row++) this.#planRow(row);
  }

  /** -1 if there is none. */
  rowOf(code: number): number {
    if (this.#rows === undefined) return code <= this.count ? code - 1 : -1;
    return this.#rows.get(code) ?? -1;
  }

  skipAttributes(row: number, cursor: Cursor): void {
    const end = uint32At(this.first, row + 1);
    for (let at = uint32At(this.first, row); at < end; at++) this.skipAttribute(at, cursor);
  }

  skipAttribute(at: number, cursor: Cursor): void {
    const size = int32At(this.#size, at);
    if (size >= 0) cursor.skip(size);
    else skipValue(size, cursor, this.#encoding);
  }

  /** @returns offset from the unit's begin */
  sibling(row: number, cursor: Cursor): number {
    const end = uint32At(this.first, row + 1);
    for (let at = uint32At(this.first, row); at < end; at++) {
      if (this.attribute[at] === ATTRIBUTE.sibling) return referenceOf(uint16At(this.form, at), cursor);
      this.skipAttribute(at, cursor);
    }
    return 0;
  }

  #planRow(row: number): void {
    let fixed = 0;
    let varies = false;
    const end = uint32At(this.first, row + 1);
    for (let at = uint32At(this.first, row); at < end; at++) {
      const attribute = uint16At(this.attribute, at);
      const form = uint16At(this.form, at);
      const size = int32At(this.#size, at);
      if (attribute === ATTRIBUTE.lowPc || attribute === ATTRIBUTE.ranges) this.hasCode[row] = 1;
      if (attribute === ATTRIBUTE.sibling && isUnitReference(form)) {
        this.hasSibling[row] = 1;
        this.siblingForm[row] = form;
        if (!varies) this.siblingAt[row] = fixed;
      }
      if (size < 0) varies = true;
      else fixed += size;
    }
    if (!varies) this.fixedSize[row] = fixed;
    this.kind[row] = kindOf(uint16At(this.tag, row));
  }
}

/** @param step the answer of `formSize` */
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
