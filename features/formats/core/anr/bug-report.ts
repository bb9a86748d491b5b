/** First line but one of the main file of a bug report (frameworks/native/cmds/dumpstate/dumpstate.cpp). */
const DUMPSTATE = /^=+\r?\n== dumpstate: /;
/** `------ VM TRACES AT LAST ANR (/data/anr/anr_…: 2026-03-01 10:00:00) ------` */
const SECTION = /^------ (VM TRACES AT LAST ANR)? ?(?:.{0,300}) ------/;

export function looksLikeBugReport(text: string): boolean {
  return DUMPSTATE.test(text.slice(0, 300));
}

/** Lines of a bug report's first section of an ANR's traces; all lines of other files. */
export class AnrSection {
  #isReport = false;
  #isInside = false;
  #isDone = false;
  #lines = 0;

  /** True for lines that belong to the traces. */
  has(line: string): boolean {
    if (this.#lines++ < 2) this.#isReport ||= line.startsWith('== dumpstate: ');
    if (!this.#isReport) return true;
    if (!line.startsWith('------ ')) return this.#isInside;
    const [isSection, traces] = SECTION.exec(line) ?? [];
    if (isSection === undefined) return this.#isInside;
    this.#isInside = traces !== undefined && !this.#isDone;
    this.#isDone ||= this.#isInside;
    return false;
  }

  /** The file is a bug report without such a section. */
  get isMissing(): boolean {
    return this.#isReport && !this.#isDone;
  }
}
