import { MOST_AGENT_ID } from '../../core/session/limits/model-limits.ts';
import { SplitMap } from '../../core/session/names/split-map.ts';
import { MOST_KEY_LETTERS } from '../../core/session/names/text-key.ts';
import type { Message } from '../../core/wire/schema.ts';
import { LookupQueue } from './lookup-queue.ts';
import { RunNodes } from './run-nodes.ts';
import { keyHash, type ShortKey, shortKey } from './short-key.ts';
import type { BuiltFrame } from './symbol-questions.ts';
import { type BudgetShare, letterBytes, symbolicationCost } from './symbolication-budget.ts';

/** Nested outlines; as many as `core/session/names/run-names.ts` takes. */
const MOST_OUTLINES = 8;
const NO_FRAME = 0;

/** Nodes of the same frame share it. */
interface WantedFrame {
  readonly number: number;
  readonly method: WantedMethod;
  readonly line: number;
  readonly isPc: 0 | 1;
  readonly key: ShortKey;
  isOutline: boolean;
}

/** A frame, or a frame with the outlines that it calls. Most have none and need no list. */
type WantedStack = WantedFrame | readonly WantedFrame[];

type MethodTexts = Pick<Message<'method'>, 'class' | 'name' | 'signature' | 'sourceFile'>;

interface WantedMethod extends MethodTexts {
  /** Identifies the texts, so long names are hashed once and not per frame. */
  readonly number: number;
}

/** Frames of one run that need names, queued as stacks of a frame and its outlines. */
export class WantedFrames {
  readonly #budget: BudgetShare;
  readonly #queue: LookupQueue<WantedStack>;
  readonly #nodes: RunNodes;
  readonly #methods = new SplitMap<number, WantedMethod>((id) => id);
  readonly #methodNumbers = new SplitMap<ShortKey, number>(keyHash);
  readonly #frames = new SplitMap<ShortKey, WantedFrame>(keyHash);
  readonly #framesByNumber = new SplitMap<number, WantedFrame>((number) => number);
  readonly #outlines = new Set<number>();
  #numbers = NO_FRAME;

  constructor(budget: BudgetShare) {
    this.#budget = budget;
    this.#queue = new LookupQueue(budget);
    this.#nodes = new RunNodes(budget);
  }

  get size(): number {
    return this.#queue.size;
  }

  setMethod(id: number, texts: MethodTexts): void {
    this.#methods.set(id, { number: this.#numberOf(texts), ...texts });
    this.#budget.hold(costOf(texts));
  }

  node({ id, parent, method: methodId, line, pc }: Message<'node'>): void {
    if (id > MOST_AGENT_ID) return;
    const method = this.#methods.get(methodId);
    const isPc = line === 0 && pc >= 0;
    const frame = method === undefined ? undefined : this.#frameOf(method, isPc ? pc : line, isPc ? 1 : 0);
    this.#nodes.set(id, parent < id ? parent : 0, frame === undefined ? NO_FRAME : frame.number);
    if (frame === undefined) return;
    this.#queue.add(frame.key, frame);
    if (frame.isOutline) this.#wantCaller(id);
  }

  /** Takes up to so many stacks, which count as asked. */
  take(most: number): readonly (readonly BuiltFrame[])[] {
    return this.#queue.take(most).map((stack) => framesOf(stack).map(({ method, line, isPc }) => ({ ...textsOf(method), line, isPc })));
  }

  /** Looks outlines up again with their callers. */
  foundOutlines(outlines: readonly BuiltFrame[]): void {
    const before = this.#outlines.size;
    for (const outline of outlines) {
      const frame = this.#frames.get(this.#keyOf(outline));
      if (frame === undefined || frame.isOutline) continue;
      frame.isOutline = true;
      this.#outlines.add(frame.number);
    }
    if (this.#outlines.size > before) for (const id of this.#nodes.ofFrames(this.#outlines)) this.#wantCaller(id);
  }

  /** The session already has these names. */
  keep(stack: readonly BuiltFrame[]): void {
    if (stack.length > 1 + MOST_OUTLINES || stack.some((frame) => lettersOf(frame) > MOST_KEY_LETTERS)) return;
    this.#queue.keep(stackKey(stack.map((frame) => this.#keyOf(frame))));
  }

  /** @param isKnown by the class of a stack's first frame: nothing can be found */
  *skipStored(isKnown: (className: string) => boolean): Generator<void, void> {
    yield* this.#queue.skipStored((stack) => isKnown(framesOf(stack)[0]?.method.class ?? ''));
  }

  again(): void {
    this.#queue.again();
  }

  forgetOldest(): void {
    for (const id of this.#methods.oldest()) this.forgetMethod(id);
    for (const key of this.#methodNumbers.oldest()) if (this.#methodNumbers.delete(key)) this.#budget.free(symbolicationCost.want);
    for (const key of this.#frames.oldest()) this.#forgetFrame(key);
    this.#queue.forgetOldest();
    this.#nodes.forgetOldest();
  }

  forgetMethod(id: number): void {
    const method = this.#methods.get(id);
    if (method === undefined) return;
    this.#methods.delete(id);
    this.#budget.free(costOf(method));
  }

  #frameOf(method: WantedMethod, line: number, isPc: 0 | 1): WantedFrame {
    const key = keyOf(method.number, line, isPc);
    const known = this.#frames.get(key);
    if (known !== undefined) return known;
    const frame = { number: ++this.#numbers, method, line, isPc, key, isOutline: false };
    this.#budget.hold(symbolicationCost.frame);
    this.#frames.set(key, frame);
    this.#framesByNumber.set(frame.number, frame);
    return frame;
  }

  #keyOf(frame: BuiltFrame): ShortKey {
    return keyOf(this.#numberOf(textsOf(frame)), frame.line, frame.isPc);
  }

  #numberOf({ class: className, name, signature, sourceFile }: MethodTexts): number {
    const key = shortKey([className, name, signature, sourceFile].join(' '));
    const known = this.#methodNumbers.get(key);
    if (known !== undefined) return known;
    const number = ++this.#numbers;
    this.#budget.hold(symbolicationCost.want);
    this.#methodNumbers.set(key, number);
    return number;
  }

  #forgetFrame(key: ShortKey): void {
    const frame = this.#frames.get(key);
    if (frame === undefined) return;
    this.#frames.delete(key);
    this.#framesByNumber.delete(frame.number);
    this.#outlines.delete(frame.number);
    this.#budget.free(symbolicationCost.frame);
  }

  #wantCaller(node: number): void {
    const outlines: WantedFrame[] = [];
    let at = node;
    const frameAt = (id: number): WantedFrame | undefined => this.#framesByNumber.get(this.#nodes.frameOf(id));
    for (let frame = frameAt(at); frame?.isOutline === true && outlines.length < MOST_OUTLINES; frame = frameAt(at)) {
      outlines.unshift(frame);
      at = this.#nodes.parentOf(at);
    }
    const caller = frameAt(at);
    if (caller === undefined || caller.isOutline) return;
    const stack = [caller, ...outlines];
    this.#queue.add(stackKey(stack.map(({ key }) => key)), stack);
  }
}

function framesOf(stack: WantedStack): readonly WantedFrame[] {
  return 'number' in stack ? [stack] : stack;
}

export function textsOf({ class: className, name, signature, sourceFile }: MethodTexts): MethodTexts {
  return { class: className, name, signature, sourceFile };
}

export function lettersOf({ class: className, name, signature, sourceFile }: MethodTexts): number {
  return className.length + name.length + signature.length + sourceFile.length;
}

function keyOf(method: number, line: number, isPc: number): ShortKey {
  return shortKey(`${method} ${line} ${isPc}`);
}

function stackKey(keys: readonly ShortKey[]): ShortKey {
  const [key] = keys;
  return key !== undefined && keys.length === 1 ? key : shortKey(keys.join('\n'));
}

function costOf({ class: className, name, signature, sourceFile }: MethodTexts): number {
  return symbolicationCost.method + letterBytes(className) + letterBytes(name) + letterBytes(signature) + letterBytes(sourceFile);
}
