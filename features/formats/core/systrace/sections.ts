/** A line of one of a file's sections. */
export type SectionLine =
  | { readonly section: 'trace' | 'processes'; readonly text: string }
  /** Comments, pages around a trace, other dumps. */
  | { readonly section: 'other' };

const OTHER = { section: 'other' } as const;
/** catapult, systrace/systrace/output_generator.py. */
const TRACE_DATA = '<script class="trace-data"';
/** Pages of systrace before 2013. */
const OLD_TRACE_DATA = 'linuxPerfData = "';
/** In such pages lines end with the letters `\n\`, the last one with a quote. */
const ESCAPED_ENDS = ['\\n\\', '\\n";'];

/** Lines by section: ftrace's, and the list of processes; both also within a page of systrace. */
export class Sections {
  #isPage = false;
  #isFirst = true;
  /** The script has had no line yet. */
  #isNew = false;
  #section: 'trace' | 'processes' | 'other' = 'trace';

  of(line: string): SectionLine {
    if (this.#isFirst) this.#begin(line);
    if (this.#isPage && this.#border(line)) return OTHER;
    const isEscaped = this.#isPage && ESCAPED_ENDS.some((end) => line.endsWith(end));
    const text = isEscaped ? line.slice(0, -3) : line;
    if (this.#isNew && text.trim() !== '') {
      this.#isNew = false;
      // Scripts of other recorders.
      if (this.#isPage && (text.startsWith('{') || text.startsWith('['))) this.#section = 'other';
    }
    if (text.startsWith('PROCESS DUMP')) this.#section = 'processes';
    else if (text.startsWith('CGROUP DUMP')) this.#section = 'other';
    else if (text.startsWith('# tracer:')) this.#section = 'trace';
    else if (!text.startsWith('#') && text.trim() !== '' && this.#section !== 'other') return { section: this.#section, text };
    return OTHER;
  }

  #begin(line: string): void {
    this.#isFirst = false;
    this.#isPage = line.trimStart().startsWith('<');
    if (this.#isPage) this.#section = 'other';
  }

  /** Begins and ends of scripts. */
  #border(line: string): boolean {
    if (line.includes(TRACE_DATA) || line.includes(OLD_TRACE_DATA)) {
      this.#section = 'trace';
      this.#isNew = true;
    } else if (line.includes('</script>')) this.#section = 'other';
    else return false;
    return true;
  }
}
