import { float64At, int32At, uint8At, uint32At } from '../../../core/columns/at.ts';
import { noFloat64, noInt32, noUint8, noUint32, Table } from '../../../core/columns/table.ts';
import type { VisibleBoxes } from '../rows.ts';

/** In `alike`: the item is a place in `#boxes`. */
const BOX = -2;

type BoxVisit = Parameters<VisibleBoxes['box']>;

/** A whole drawing's boxes in their order. Each key of a search colours them without finding them again. */
export class DrawnBoxes extends Table {
  /** Place among the pixels. */
  pixel: Uint32Array = noUint32;
  item: Float64Array = noFloat64;
  alike: Int32Array = noInt32;
  /** Colour without a search. */
  fill: Uint32Array = noUint32;
  /** Covered pixels, see `RowPixels`. */
  covered: Uint8Array = noUint8;
  readonly #boxes: BoxVisit[] = [];

  begin(): void {
    this.truncate(0);
    this.#boxes.length = 0;
  }

  narrow(pixel: number, item: number, alike: number, fill: number, covered: number): void {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.pixel[row] = pixel;
    this.item[row] = item;
    this.alike[row] = alike;
    this.fill[row] = fill;
    this.covered[row] = covered;
  }

  box(...visit: BoxVisit): void {
    this.narrow(0, this.#boxes.push(visit) - 1, BOX, 0, 0);
  }

  repeat(narrow: DrawnBoxes['narrow'], box: VisibleBoxes['box']): void {
    for (let row = 0; row < this.length; row++) {
      const item = float64At(this.item, row);
      const alike = int32At(this.alike, row);
      const visit = alike === BOX ? this.#boxes[item] : undefined;
      if (visit !== undefined) box(...visit);
      else narrow(uint32At(this.pixel, row), item, alike, uint32At(this.fill, row), uint8At(this.covered, row));
    }
  }
}
