import { answerFromMemory, runReading } from '../../../core/symbols/bytes/byte-source.ts';
import { type Mapping, openMapping } from '../../../core/symbols/retrace/mapping.ts';
import type { StackContext } from '../../../core/symbols/retrace/narrowed-method.ts';
import { type OriginalFrame, retraceFrame, type ShrunkFrame } from '../../../core/symbols/retrace/original-frames.ts';
import { retraceStackTrace } from '../../../core/symbols/retrace/stack-trace-text.ts';

export class MapInMemory {
  readonly mapping: Mapping;
  readonly #answer: ReturnType<typeof answerFromMemory>;

  constructor(map: string | Uint8Array) {
    const bytes = typeof map === 'string' ? new TextEncoder().encode(map) : map;
    this.#answer = answerFromMemory(new Map([['map.txt', bytes]]));
    this.mapping = runReading(openMapping('map.txt'), this.#answer);
  }

  retrace(lines: readonly string[], verbose = false): readonly string[] {
    return runReading(retraceStackTrace(this.mapping, lines, { verbose }), this.#answer);
  }

  frame(frame: ShrunkFrame, context?: StackContext) {
    return runReading(retraceFrame(this.mapping, frame, context), this.#answer);
  }

  /** Our answers in RetraceTruth.java's words. */
  frames(queries: string): readonly string[] {
    let context: StackContext = {};
    const out: string[] = [];
    for (const query of queries.replace(/\n$/, '').split('\n')) {
      const [className = '', methodName = '', descriptor = '', line = ''] = query.split('\t');
      if (query === '') context = {};
      else if (query.startsWith('!')) context = { thrown: query.slice(1) };
      else {
        const asked = { className, methodName, sourceFile: 'SourceFile', ...(descriptor === '-' ? {} : { descriptor }) };
        const answer = this.frame({ ...asked, ...(line === '-' ? {} : { line: Number(line) }) }, context);
        context = answer.context;
        out.push(query, ...answer.alternatives.flatMap((frames) => ['  alternative', ...frames.flatMap(describe)]));
      }
    }
    return out;
  }
}

/** R8 omits synthesized ones. */
function describe({ className, methodName, descriptor, line, file, synthesized }: OriginalFrame): readonly string[] {
  return synthesized ? [] : [`    ${className} ${methodName} ${descriptor ?? '?'} ${line ?? '-'} ${file ?? ''}`];
}
