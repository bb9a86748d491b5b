import { noFloat64, noInt32, noUint8, noUint16, noUint32, withRow } from '../../columns/table.ts';

/**
 * Room for the abbreviations of one unit as they are read. A reader of many units keeps it: most tables are read, used once and
 * dropped, and growing new lists for each takes longer than reading.
 */
export class AbbreviationLists {
  code: Float64Array = noFloat64;
  tag: Uint16Array = noUint16;
  hasChildren: Uint8Array = noUint8;
  /** First attribute of each row. */
  first: Uint32Array = noUint32;
  attribute: Uint16Array = noUint16;
  form: Uint16Array = noUint16;
  size: Int32Array = noInt32;
  implicit: Float64Array = noFloat64;

  /** Also for the end of its attributes, which is the first of the next row. */
  makeRowRoom(row: number): void {
    if (row + 1 < this.first.length) return;
    this.code = withRow(this.code, row + 1);
    this.tag = withRow(this.tag, row + 1);
    this.hasChildren = withRow(this.hasChildren, row + 1);
    this.first = withRow(this.first, row + 1);
  }

  makeAttributeRoom(at: number): void {
    if (at < this.form.length) return;
    this.attribute = withRow(this.attribute, at);
    this.form = withRow(this.form, at);
    this.size = withRow(this.size, at);
    this.implicit = withRow(this.implicit, at);
  }
}
