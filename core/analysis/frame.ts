import type { SessionModel } from '../session/model.ts';
import type { FrameRef } from './lag.ts';
import { dottedClass } from './names.ts';
import { type ReadableName, readableLabel, readableName } from './readable-name.ts';
import { SourceMap } from './smap.ts';

/** A frame, with what helps to show and to open it. */
export interface Frame extends FrameRef {
  /** In one text, as it was written: `Cart.total`, `Cart.sort λ`. */
  readonly label: string;
  readonly readable: ReadableName;
  /** Set when the line belongs to a function that the compiler inlined here. */
  readonly inlined?: InlinedFrame | undefined;
}

/** An inlined function: the frame's file and line are its own. */
export interface InlinedFrame {
  /** Dotted class of the file it was written in, '' unknown: for finding the file in another package. */
  readonly class: string;
  /** Where it was called: file and line in the frame's own class; line 0 when the source map does not tell. */
  readonly callFile: string;
  readonly callLine: number;
}

/**
 * The frame of a stack node. Lines of inlined Kotlin functions, which lie behind the end of the class's file, are led back by the
 * class's source map; without one the line stays as the class file has it.
 */
export function frameOf(model: SessionModel, node: number): Frame {
  const method = model.methods[model.nodes.method[node] ?? 0];
  const line = model.nodes.line[node] ?? 0;
  const className = dottedClass(method?.class ?? '');
  const methodName = method?.name ?? '';
  const readable = readableName(className, methodName);
  // D8 names no file for what it generates.
  const sourceFile = method === undefined || method.sourceFile.startsWith('D8$$') ? '' : method.sourceFile;
  const frame: Frame = { node, class: className, method: methodName, sourceFile, line, label: readableLabel(readable), readable };
  const map = method === undefined ? undefined : sourceMap(model, method.class);
  const source = line === 0 ? undefined : map?.source(line);
  if (source === undefined || (source.line === line && source.sourceFile === sourceFile)) return frame;
  const call = map?.call(line);
  return {
    ...frame,
    sourceFile: source.sourceFile,
    line: source.line,
    inlined: { class: source.class, callFile: call?.sourceFile ?? sourceFile, callLine: call?.line ?? 0 },
  };
}

/** The place of a frame's call of what was inlined, for when the inlined function's own source is not there or not the app's. */
export function callSiteOf(frame: Frame): Frame {
  if (frame.inlined === undefined || frame.inlined.callLine === 0) return frame;
  return { ...frame, sourceFile: frame.inlined.callFile, line: frame.inlined.callLine };
}

/** Parsed maps by their text: a class that is announced anew brings another. */
const maps = new WeakMap<SessionModel, Map<string, { readonly text: string; readonly map: SourceMap }>>();

function sourceMap(model: SessionModel, className: string): SourceMap | undefined {
  const text = model.classDebug.get(className);
  if (text === undefined || text === '') return undefined;
  const known = maps.get(model) ?? new Map<string, { readonly text: string; readonly map: SourceMap }>();
  maps.set(model, known);
  const before = known.get(className);
  if (before?.text === text) return before.map;
  const map = new SourceMap(text);
  known.set(className, { text, map });
  return map;
}
