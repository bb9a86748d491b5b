import { uint8At, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Method } from '../../session/names/method-table.ts';
import { nodeMark } from '../../session/names/node-table.ts';
import { dottedClass } from './class-names.ts';
import { type ReadableName, readableLabel, readableName } from './readable-name.ts';
import { SourceMap } from './smap.ts';
/** A frame as people know it. Class and method are those of the class file, the place is where the source stands. */
export interface FrameRef {
  /** Row of `model.nodes`. */
  readonly node: number;
  /** Dotted: `com.example.shop.Cart$1`. */
  readonly class: string;
  readonly method: string;
  /** File name without folders, may be empty. An inlined function's own file, where a source map (SMAP) tells it. */
  readonly sourceFile: string;
  /** Line of that file, 0 unknown. */
  readonly line: number;
}

/** A frame, with what helps to show and to open it. */
export interface Frame extends FrameRef {
  /** In one text, as it was written: `Cart.total`, `Cart.sort λ`. */
  readonly label: string;
  readonly readable: ReadableName;
  /** Set when the line belongs to a function that the compiler inlined here. */
  readonly inlined?: InlinedFrame | undefined;
  /** Path of the source as native debug information has it, '' for everything else. */
  readonly sourcePath: string;
  /** True when symbols say that the function was inlined into its caller, which is the node above. */
  readonly isInlined: boolean;
  readonly confidence: NameConfidence;
  /** How many other answers of the symbols are as good. */
  readonly others: number;
}

/**
 * Where the name is from: the app itself, the symbols of the very build, a symbol without lines or a build that need not be the
 * app's, or nowhere yet.
 */
export type NameConfidence = 'app' | 'exact' | 'nearest' | 'unknown';

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
export function frameOf(model: SessionModel, stackNode: number): Frame {
  // A node that is not known is shown as the empty stack.
  const node = stackNode < model.nodes.length ? stackNode : 0;
  const method = model.methods[uint32At(model.nodes.method, node)];
  const mark = uint8At(model.nodes.mark, node);
  const line = (mark & nodeMark.pc) === 0 ? uint32At(model.nodes.line, node) : 0;
  const className = dottedClass(method?.class ?? '');
  const methodName = method?.name ?? '';
  const readable = readableName(className, methodName);
  const sourcePath = method !== undefined && method.image !== 0 ? method.sourceFile : '';
  const sourceFile = sourceFileOf(method);
  const isUnnamed = method !== undefined && method.offset >= 0;
  const frame: Frame = {
    node: stackNode,
    class: className,
    method: isUnnamed ? addressText(model, method) : methodName,
    sourceFile,
    sourcePath,
    line,
    label: isUnnamed ? addressText(model, method) : method?.short || readableLabel(readable),
    readable,
    isInlined: (mark & nodeMark.inlined) !== 0,
    confidence: isUnnamed ? 'unknown' : confidenceOf(mark),
    others: mark >> nodeMark.othersShift,
  };
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

/** Name of a method's source without folders, '' unknown: D8 names no file for what it generates, and R8 puts the id of its mapping there. */
export function sourceFileOf(method: Method | undefined): string {
  const named = method?.sourceFile.split(/[\\/]/).at(-1) ?? '';
  return /^(?:D8\$\$|r8-map-id-)/.test(named) ? '' : named;
}

/** What is known of native code without a name: `libshop.so + 0x1a40`. */
function addressText(model: SessionModel, { image, offset }: Method): string {
  const file = model.images[image]?.path.split('/').at(-1) ?? '';
  return `${file === '' ? '' : `${file} + `}0x${offset.toString(16)}`;
}

function confidenceOf(mark: number): NameConfidence {
  if ((mark & nodeMark.exact) !== 0) return 'exact';
  return (mark & nodeMark.nearest) !== 0 ? 'nearest' : 'app';
}

/** The place of a frame's call of what was inlined, for when the inlined function's own source is not there or not the app's. */
export function callSiteOf(frame: Frame): Frame {
  if (frame.inlined === undefined || frame.inlined.callLine === 0) return frame;
  return { ...frame, sourceFile: frame.inlined.callFile, line: frame.inlined.callLine };
}

/** Parsed maps by their text: a class that is announced anew brings another. */
const maps = new WeakMap<SessionModel, Map<string, { readonly text: string; readonly map: SourceMap }>>();

/** The source map of a class, as a JVM type signature; undefined when it has none. */
export function sourceMap(model: SessionModel, className: string): SourceMap | undefined {
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
