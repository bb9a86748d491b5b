/** A change as VS Code reports it; lines and characters count from 0. */
export interface TextChange {
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly text: string;
}

const GONE = -1;

/** Maps lines since a document was first watched. Split or joined lines stay with their first character; overwritten ones are gone. */
export class LineDrift {
  /** New line by old line, both from 0. */
  readonly #now: Int32Array;
  #edited = false;

  constructor(lineCount: number) {
    this.#now = Int32Array.from({ length: lineCount }, (_, line) => line);
  }

  get isEdited(): boolean {
    return this.#edited;
  }

  /** @param indent white space at a line's begin, after all changes of the event */
  apply(changes: readonly TextChange[], indent: (line: number) => number): void {
    this.#edited ||= changes.length > 0;
    for (const [index, change] of changes.entries()) {
      const { start, end } = change.range;
      const moved = movedBy(change);
      if (start.line === end.line && moved === 0) continue;
      // Text before the change still exists, so it shows whether the change began in the indent.
      const above = changes.slice(index + 1).filter(({ range }) => range.start.line < start.line);
      const isWhole = start.character <= indent(above.reduce((line, each) => line + movedBy(each), start.line));
      for (let line = 0; line < this.#now.length; line++) {
        const at = this.#now[line] ?? GONE;
        if (at < start.line) continue;
        this.#now[line] = at > end.line ? at + moved : placeInside(at, start.line, end, isWhole, moved);
      }
    }
  }

  /** Old line (from 1) to new line (from 0), undefined if gone. */
  lineNow(line: number): number | undefined {
    const at = this.#now[line - 1] ?? GONE;
    return at === GONE ? undefined : at;
  }

  /** New line (from 0) to old line (from 1), undefined if new. */
  lineThen(line: number): number | undefined {
    const at = this.#now.indexOf(line);
    return at < 0 ? undefined : at + 1;
  }
}

function movedBy({ range, text }: TextChange): number {
  return text.split(/\r\n|\r|\n/).length - 1 - (range.end.line - range.start.line);
}

function placeInside(at: number, startLine: number, end: TextChange['range']['end'], isWhole: boolean, moved: number): number {
  if (startLine === end.line) return isWhole ? at + moved : at;
  if (at === startLine) return isWhole ? GONE : at;
  // The last line stays if the change ends before it and only white space precedes it.
  return at === end.line && isWhole && end.character === 0 ? at + moved : GONE;
}
