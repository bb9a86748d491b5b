/** A change of a document, as VS Code tells it; lines and characters count from 0. */
export interface TextChange {
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly text: string;
}

const GONE = -1;

/**
 * Where the lines of a document have moved since it was looked at first. A line that was split or joined stays where its first
 * character is; one that was deleted or typed over as a whole is gone.
 */
export class LineDrift {
  /** Line now by line then, both from 0. */
  readonly #now: Int32Array;
  #edited = false;

  constructor(lineCount: number) {
    this.#now = Int32Array.from({ length: lineCount }, (_, line) => line);
  }

  /** Something was changed. */
  get isEdited(): boolean {
    return this.#edited;
  }

  /**
   * Follows changes of one event, in its order.
   * @param indent characters of white space that a line begins with, after all of the changes
   */
  apply(changes: readonly TextChange[], indent: (line: number) => number): void {
    this.#edited ||= changes.length > 0;
    for (const [index, change] of changes.entries()) {
      const { start, end } = change.range;
      const moved = movedBy(change);
      if (start.line === end.line && moved === 0) continue;
      // What stands before the change is still there, so it tells whether the change began in the indent.
      const above = changes.slice(index + 1).filter(({ range }) => range.start.line < start.line);
      const isWhole = start.character <= indent(above.reduce((line, each) => line + movedBy(each), start.line));
      for (let line = 0; line < this.#now.length; line++) {
        const at = this.#now[line] ?? GONE;
        if (at < start.line) continue;
        this.#now[line] = at > end.line ? at + moved : placeInside(at, start.line, end, isWhole, moved);
      }
    }
  }

  /** Where a line of then (from 1) is now (from 0); undefined when it is gone. */
  lineNow(line: number): number | undefined {
    const at = this.#now[line - 1] ?? GONE;
    return at === GONE ? undefined : at;
  }

  /** Which line of then (from 1) is now here (from 0); undefined for a new one. */
  lineThen(line: number): number | undefined {
    const at = this.#now.indexOf(line);
    return at < 0 ? undefined : at + 1;
  }
}

/** By how many lines a change moves what is below it. */
function movedBy({ range, text }: TextChange): number {
  return text.split(/\r\n|\r|\n/).length - 1 - (range.end.line - range.start.line);
}

/** Where a line between the first and the last one of a change is after it. */
function placeInside(at: number, startLine: number, end: TextChange['range']['end'], isWhole: boolean, moved: number): number {
  if (startLine === end.line) return isWhole ? at + moved : at;
  if (at === startLine) return isWhole ? GONE : at;
  // The last line stays when the change ends before its first character, and what it is joined to was nothing but white space.
  return at === end.line && isWhole && end.character === 0 ? at + moved : GONE;
}
