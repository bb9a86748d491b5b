import { SourceMap } from '../../core/analysis/frames/smap.ts';
import type { ClassSources } from '../../core/symbols/class-file/class-sources.ts';
import type { Mapping } from '../../core/symbols/retrace/mapping.ts';
import { dotted } from './retrace-frames.ts';
import type { NamedAnswer, NamedFrames } from './symbol-questions.ts';

type NamedFrame = NamedFrames[number];
export type SourcesOf = (dottedClass: string) => ClassSources | undefined;

/**
 * Completes a mapping's answer by class files: source files that R8 guessed, and functions inlined by Kotlin's
 * compiler. Their lines are behind the end of the class's file.
 */
export function withClassSources(answer: NamedAnswer, mapping: Mapping, sourcesOf: SourcesOf): NamedAnswer {
  return { ...answer, frames: answer.frames.flatMap((frame) => framesOf(frame, mapping, sourcesOf)) };
}

function framesOf(frame: NamedFrame, mapping: Mapping, sourcesOf: SourcesOf): readonly NamedFrame[] {
  const className = dotted(frame.class);
  const sources = sourcesOf(className);
  if (sources === undefined) return [frame];
  const isGuess = mapping.sourceFileOf(className) === undefined;
  const own = isGuess && sources.sourceFile !== '' ? { ...frame, file: sources.sourceFile } : frame;
  const written = sources.sourceMap === '' ? undefined : new SourceMap(sources.sourceMap);
  const source = written?.source(frame.line);
  if (source === undefined || (source.line === frame.line && source.sourceFile === own.file)) return [own];
  const call = written?.call(frame.line);
  const name = sourcesOf(source.class)?.methods.find(({ lines }) => lines.has(source.line))?.name;
  // A library's class is not here: its line stays in the caller's frame.
  if (name === undefined || call === undefined) return [{ ...own, file: source.sourceFile, line: source.line }];
  const inlined = { class: `L${source.class.replaceAll('.', '/')};`, name, signature: '', file: source.sourceFile, line: source.line };
  return [
    { ...own, ...inlined },
    { ...own, file: call.sourceFile, line: call.line },
  ];
}
