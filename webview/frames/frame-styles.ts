import { isAppImage, isApplePath, isOfSystem } from '../../core/analysis/frames/app-images.ts';
import { isAppScript } from '../../core/analysis/frames/app-scripts.ts';
import { dottedClass } from '../../core/analysis/frames/class-names.ts';
import { frameOf } from '../../core/analysis/frames/frame.ts';
import { type SymbolNote, symbolNote } from '../../core/analysis/frames/symbol-note.ts';
import { float64At, uint32At } from '../../core/columns/at.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { ViewTree } from '../../core/trees/view-tree.ts';
import { unknownWeight, weightOf } from '../../core/trees/weights.ts';
import type { BoxState } from '../flame/box-state.ts';
import type { FrameText } from '../flame/content.ts';
import type { Certainty } from '../flame/items.ts';
import type { FrameCategory } from '../ui/theme.ts';
import { t } from '../ui/translated.ts';
import { type UnnamedRun, UnnamedRuns } from './unnamed-runs.ts';

export interface FrameStyle extends FrameText {
  readonly certainty: Certainty;
  readonly category: FrameCategory;
  readonly shade: number;
}

interface MethodStyle {
  readonly category: FrameCategory;
  readonly shade: number;
}

/** Styles of stack nodes, each computed once. */
export class FrameStyles {
  readonly #model: SessionModel;
  readonly #isAppClass: (dottedClass: string) => boolean;
  readonly #byNode: FrameStyle[] = [];
  readonly #byMethod: MethodStyle[] = [];
  readonly #unnamed: UnnamedRuns;

  constructor(model: SessionModel, isAppClass: (dottedClass: string) => boolean) {
    this.#model = model;
    this.#isAppClass = isAppClass;
    this.#unnamed = new UnnamedRuns(model);
  }

  of(node: number): FrameStyle {
    let style = this.#byNode[node];
    if (style === undefined) {
      style = this.#styleOf(node);
      this.#byNode[node] = style;
    }
    // A run grows with later samples.
    const run = this.#unnamed.of(node);
    return run.longest > 1 ? { ...style, label: this.#runText(run) } : style;
  }

  #runText({ longest, varies, image }: UnnamedRun): string {
    const file = this.#model.images[image]?.path.split('/').at(-1) ?? '';
    if (file === '') return varies ? t('up to {0} frames without names', longest) : t('{0} frames without names', longest);
    return varies ? t('up to {0} frames of {1} without names', longest, file) : t('{0} frames of {1} without names', longest, file);
  }

  category(node: number): FrameCategory {
    return this.ofMethod(uint32At(this.#model.nodes.method, node)).category;
  }

  shade(node: number): number {
    return this.ofMethod(uint32At(this.#model.nodes.method, node)).shade;
  }

  /** @param method row of `model.methods` */
  ofMethod(method: number): MethodStyle {
    let style = this.#byMethod[method];
    if (style === undefined) {
      const row = this.#model.methods[method];
      const named = row?.class ? dottedClass(row.class) : (row?.sourceFile.split(/[\\/]/).at(-1) ?? '');
      style = { category: categoryOfMethod(this.#model, method, this.#isAppClass), shade: shadeOf(named) };
      this.#byMethod[method] = style;
    }
    return style;
  }

  #styleOf(node: number): FrameStyle {
    const frame = frameOf(this.#model, node);
    const note = symbolNote(this.#model, node);
    const place = frame.sourceFile === '' ? '' : `${frame.sourceFile}${frame.line > 0 ? `:${frame.line}` : ''}`;
    const inlined = frame.inlined;
    return {
      label: `${frame.label || '?'}${frame.isInlined ? ` (${t('inlined')})` : ''}`,
      name: frame.class === '' ? frame.method : `${frame.class}.${frame.method}`,
      place,
      inlinedAt: inlined && inlined.callLine > 0 ? `${inlined.callFile}:${inlined.callLine}` : this.#callPlace(node, frame.isInlined),
      note: noteOf(note, frame.line, this.#unsearched(node)),
      certainty: note?.confidence === 'nearest' || note?.confidence === 'unknown' ? note.confidence : 'certain',
      category: this.category(node),
      shade: this.shade(node),
    };
  }

  /** Why an address without facts on its symbols has no name. */
  #unsearched(node: number): string {
    const image = this.#model.methods[uint32At(this.#model.nodes.method, node)]?.image ?? 0;
    const path = this.#model.images[image]?.path ?? '';
    if (path === '') return t('No name: the address is in no known library.');
    return isApplePath(path) || isOfSystem(path)
      ? t('No name: a system library without symbols here.')
      : t('No name: symbols not searched yet.');
  }

  /** The call of an inlined function. */
  #callPlace(node: number, isInlined: boolean): string {
    if (!isInlined) return '';
    const caller = frameOf(this.#model, uint32At(this.#model.nodes.parent, node));
    return caller.line > 0 ? `${caller.sourceFile}:${caller.line}` : '';
  }
}

/** Access flag of native methods (JVM specification, table 4.6-A). */
const NATIVE = 0x100;

/** @param method row of `model.methods` */
export function categoryOfMethod(model: SessionModel, method: number, isAppClass: (dottedClass: string) => boolean): FrameCategory {
  const row = model.methods[method];
  if (row === undefined) return 'unknown';
  if (row.image === 0) {
    if (isAppScript(row)) return 'app';
    const className = dottedClass(row.class);
    const isIdle = className === 'android.os.MessageQueue' && row.name === 'nativePollOnce';
    return frameCategory(className, isAppClass(className), isIdle, (row.modifiers & NATIVE) !== 0);
  }
  const path = model.images[row.image]?.path ?? '';
  if (isAppImage(model, row.image)) return 'app';
  // System libraries of a phone mostly have no names here.
  return nativeCategory(row.offset < 0 || isApplePath(path), isOfSystem(path), path);
}

function noteOf(note: SymbolNote | undefined, line: number, unsearched: string): string {
  if (note === undefined) return '';
  const others = note.others > 0 ? t('Or one of {0} equally likely others.', note.others) : '';
  switch (note.confidence) {
    case 'app':
    case 'exact':
      return others;
    case 'nearest':
      return [
        line > 0 ? t('Closest build: names and lines may be wrong') : t('Nearest symbol: line unknown'),
        note.symbols?.why ?? '',
        others,
      ]
        .filter((part) => part !== '')
        .join(' ');
    case 'unknown':
      return note.symbols?.why || unsearched;
  }
}

/**
 * State of a row that is mostly off CPU itself, for graphs and tables.
 * @param insideOut rows lead to callers, which do not wait themselves
 */
export function rowState(
  { self, total, parent }: Pick<ViewTree, 'self' | 'total' | 'parent'>,
  row: number,
  insideOut: boolean,
): BoxState | undefined {
  const wallUs = float64At(total.wall, row);
  if ((insideOut && parent[row] !== 0) || float64At(self.wall, row) * 2 <= wallUs) return undefined;
  if (float64At(total.blocked, row) * 2 > wallUs) return 'blocked';
  if (weightOf(total, 'ready', row) * 2 > wallUs) return 'ready';
  return unknownWeight(total, row) * 2 > wallUs ? 'unknown' : undefined;
}

/** Packages of the platform. */
const framework = /^(?:android|androidx|com\.android|com\.google\.android|dalvik\.system)\./;
/** Packages of the languages. */
const runtime = /^(?:java|javax|jdk|sun|kotlin|kotlinx|libcore|scala|groovy)\./;

/** Language libraries on iPhones and simulators, and Swift's inside an app. */
const runtimeImage = /(?:^|\/)usr\/lib\/|\/libswift\w+\.dylib$/;

/**
 * @param isIdle the looper waits for its next message
 * @param isNative written in C or C++
 */
export function frameCategory(dottedClass: string, isApp: boolean, isIdle: boolean, isNative: boolean): FrameCategory {
  if (isIdle) return 'idle';
  if (isApp) return 'app';
  if (dottedClass === '') return 'unknown';
  if (framework.test(dottedClass)) return 'framework';
  if (runtime.test(dottedClass)) return 'runtime';
  return isNative ? 'native' : 'library';
}

/** For native code outside the app; `isNamed` is false for a bare address. */
export function nativeCategory(isNamed: boolean, isSystem: boolean, path: string): FrameCategory {
  if (!isNamed) return 'unknown';
  if (runtimeImage.test(path)) return 'runtime';
  return isSystem ? 'framework' : 'native';
}

/** 0 to 3 per class by FNV-1a, whose low bits are even enough. */
export function shadeOf(dottedClass: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < dottedClass.length; at++) hash = Math.imul(hash ^ dottedClass.charCodeAt(at), 0x01000193);
  return (hash >>> 8) & 3;
}
