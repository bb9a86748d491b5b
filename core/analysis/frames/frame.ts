import { uint8At, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Method } from '../../session/names/method-table.ts';
import { nodeMark } from '../../session/names/node-table.ts';
import { dottedClass } from './class-names.ts';
import { type ReadableName, readableLabel, readableName } from './readable-name.ts';
import { SourceMap } from './smap.ts';
export interface FrameRef {
  /** Row of `model.nodes`. */
  readonly node: number;
  /** Dotted: `com.example.shop.Cart$1`. */
  readonly class: string;
  readonly method: string;
  /** Without folders, possibly empty. For an inlined function its own file by the source map (SMAP). */
  readonly sourceFile: string;
  /** Line of that file, 0 if unknown. */
  readonly line: number;
}

export interface Frame extends FrameRef {
  /** Label as written in the source: `Cart.total`, `Cart.sort λ`. */
  readonly label: string;
  readonly readable: ReadableName;
  /** Set when the compiler inlined the line's function here. */
  readonly inlined?: InlinedFrame | undefined;
  /** Source path of native debug information, otherwise ''. */
  readonly sourcePath: string;
  /** True when the function was inlined into the node above. */
  readonly isInlined: boolean;
  readonly confidence: NameConfidence;
  /** Number of equally good answers of the symbols. */
  readonly others: number;
}

/** The app, symbols of its very build, another build or a symbol without lines, or none yet. */
export type NameConfidence = 'app' | 'exact' | 'nearest' | 'unknown';

/** An inlined function, whose file and line the frame has. */
interface InlinedFrame {
  /** Dotted class of its file, '' if unknown: finds the file in another package. */
  readonly class: string;
  /** The call in the frame's own class; line 0 if the source map lacks it. */
  readonly callFile: string;
  readonly callLine: number;
}

/** Lines of inlined Kotlin functions lie past the file's end; the class's source map maps them. */
export function frameOf(model: SessionModel, stackNode: number): Frame {
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

/** Without folders, '' if unknown: D8 names none for generated code, R8 writes its mapping's id. */
export function sourceFileOf(method: Method | undefined): string {
  const named = method?.sourceFile.split(/[\\/]/).at(-1) ?? '';
  return /^(?:D8\$\$|r8-map-id-)/.test(named) ? '' : named;
}

/** Native code without a name: `libshop.so + 0x1a40`. */
function addressText(model: SessionModel, { image, offset }: Method): string {
  const file = model.images[image]?.path.split('/').at(-1) ?? '';
  return `${file === '' ? '' : `${file} + `}0x${offset.toString(16)}`;
}

function confidenceOf(mark: number): NameConfidence {
  if ((mark & nodeMark.exact) !== 0) return 'exact';
  return (mark & nodeMark.nearest) !== 0 ? 'nearest' : 'app';
}

/** Used when an inlined function's own source is missing or not the app's. */
export function callSiteOf(frame: Frame): Frame {
  if (frame.inlined === undefined || frame.inlined.callLine === 0) return frame;
  return { ...frame, sourceFile: frame.inlined.callFile, line: frame.inlined.callLine };
}

/** Parsed maps by text: a class announced again may bring another. */
const maps = new WeakMap<SessionModel, Map<string, { readonly text: string; readonly map: SourceMap }>>();

/** Source map of a class (JVM type signature), if any. */
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
