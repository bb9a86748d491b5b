import type { ClassMapping } from './class-mapping.ts';
import type { FrameLines } from './frame-lines.ts';
import type { LineBuffer } from './line-buffer.ts';
import type { Mapping } from './mapping.ts';
import { type MethodRows, NO_PLACE } from './method-rows.ts';
import { startsWithLetters, textOfBytes } from './name-bytes.ts';
import { inferSourceFile } from './source-file.ts';

const [SPACE, OPEN, CLOSE, DOT, COLON] = [32, 40, 41, 46, 58];

/** Writes frames that have a line and one place in the map from bytes to bytes. `frame-text.ts` writes all others. */
export class UsualFrames {
  readonly #mapping: Mapping;
  readonly #lines: FrameLines;
  readonly #out: LineBuffer;
  #shown = '';
  #owner: ClassMapping | undefined;
  #ownerFile: { readonly shown: string; readonly name: string } | undefined;

  constructor(mapping: Mapping, lines: FrameLines, out: LineBuffer) {
    this.#mapping = mapping;
    this.#lines = lines;
    this.#out = out;
  }

  /** @returns false for another frame, of which nothing is written */
  write(owner: ClassMapping, row: number): boolean {
    const lines = this.#lines;
    lines.goTo(row);
    if (lines.line <= 0) return false;
    const rows = owner.methods.rows(lines.bytes, lines.classEnd + 1, lines.nameEnd);
    const place = rows === undefined ? NO_PLACE : rows.placeAt(lines.line);
    if (rows === undefined || place === NO_PLACE) return false;
    const end = rows.shownEnd(place);
    for (let at = place; at < end; at = rows.next(at)) this.#writeRow(owner, rows, at);
    return true;
  }

  #writeRow(owner: ClassMapping, rows: MethodRows, row: number): void {
    const lines = this.#lines;
    const out = this.#out;
    const { bytes } = rows;
    const name = bytes.indexOf(SPACE, rows.method(row)) + 1;
    let open = name;
    let dot = -1;
    for (let byte = bytes[open]; byte !== OPEN; byte = bytes[++open]) if (byte === DOT) dot = open;
    out.copy(lines.bytes, lines.begin, lines.classBegin);
    if (dot < 0) {
      out.text(owner.originalName);
      out.byte(DOT);
    }
    out.copy(bytes, name, open + 1);
    out.text(dot < 0 ? this.#fileOfOwner(owner) : this.#fileOf(textOfBytes(bytes, name, dot), owner));
    const line = rows.sourceLine(row, lines.line);
    if (line > 0) {
      out.byte(COLON);
      out.number(line);
    }
    out.byte(CLOSE);
    out.endLine();
  }

  #fileOf(className: string, owner: ClassMapping): string {
    if (className === owner.originalName) return this.#fileOfOwner(owner);
    return this.#mapping.sourceFileOf(className) ?? inferSourceFile(className, this.#shownFile());
  }

  #fileOfOwner(owner: ClassMapping): string {
    if (owner.sourceFile !== undefined) return owner.sourceFile;
    const shown = this.#shownFile();
    if (this.#owner !== owner || this.#ownerFile?.shown !== shown) {
      this.#owner = owner;
      this.#ownerFile = { shown, name: inferSourceFile(owner.originalName, shown) };
    }
    return this.#ownerFile.name;
  }

  /** The device's; nearly always the same. */
  #shownFile(): string {
    const { bytes, nameEnd, fileEnd } = this.#lines;
    const begin = nameEnd + 1;
    if (this.#shown.length === fileEnd - begin && startsWithLetters(bytes, begin, this.#shown)) return this.#shown;
    this.#shown = textOfBytes(bytes, begin, fileEnd);
    return this.#shown;
  }
}
