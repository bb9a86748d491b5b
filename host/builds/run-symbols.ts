import { limits, MOST_AGENT_ID } from '../../core/session/limits/model-limits.ts';
import { SplitMap } from '../../core/session/names/split-map.ts';
import { MOST_KEY_LETTERS } from '../../core/session/names/text-key.ts';
import { mapIdOfSourceFile } from '../../core/symbols/retrace/map-header.ts';
import type { Message } from '../../core/wire/schema.ts';
import { LookupQueue } from './lookup-queue.ts';
import { dotted } from './retrace-frames.ts';
import { RunNodes } from './run-nodes.ts';
import { keyHash, type ShortKey, shortKey } from './short-key.ts';
import type { BuiltFrame, SeenMethod } from './symbol-questions.ts';
import { type BudgetShare, letterBytes, symbolicationCost } from './symbolication-budget.ts';

/** Outlines that call each other; as many as `core/session/names/run-names.ts` takes. */
const MOST_OUTLINES = 8;
/** Methods by which a mapping is checked. They are not forgotten, so they get an eighth of the room at most. */
const MOST_SEEN = 65_536;
/** Linux opens no longer path (PATH_MAX), and no linker makes a longer id. */
const LONGEST_PATH = 4_096;
const LONGEST_ID = 64;

/** A frame that is wanted; nodes of the same frame share it. */
interface WantedFrame {
  readonly number: number;
  readonly method: WantedMethod;
  readonly line: number;
  readonly isPc: 0 | 1;
  readonly key: ShortKey;
  isOutline: boolean;
}

/** A frame, or a frame that calls outlines and those: most have no list of their own. */
type WantedStack = WantedFrame | readonly WantedFrame[];

/** An image, and the addresses in it that are wanted. */
export interface WantedAddresses {
  readonly image: Message<'image'>;
  readonly offsets: LookupQueue<number>;
}

type MethodTexts = Pick<Message<'method'>, 'class' | 'name' | 'signature' | 'sourceFile'>;

/** A method whose frames are wanted. */
interface WantedMethod extends MethodTexts {
  /** By its texts: frames are told apart by numbers, so that no long name is read again for each of them. */
  readonly number: number;
}

/** The mapping that a class names. */
export interface ClassMapping {
  /** '' where the class names none. */
  readonly id: string;
  /** The class stands in the app's own package. */
  readonly isOwn: boolean;
}

const noMapping: ClassMapping = { id: '', isOwn: false };
const noOwnMapping: ClassMapping = { id: '', isOwn: true };

/**
 * What of one run is to be named: its methods' frames, its texts that name classes, its addresses. All of it counts in a room, and what
 * came first is forgotten when that is full.
 */
export class RunSymbols {
  readonly run: number;
  /** Application id or main class. */
  readonly app: string;
  readonly frames: LookupQueue<WantedStack>;
  /** Dotted classes that texts name. */
  readonly classes: LookupQueue<string>;
  readonly images = new Map<number, WantedAddresses>();
  /** Methods of the app and its libraries, in the order in which they came, each once. */
  readonly seen: SeenMethod[] = [];
  /** By dotted class of the build. */
  readonly mappings = new SplitMap<ShortKey, ClassMapping>(keyHash);
  readonly #room: BudgetShare;
  readonly #nodes: RunNodes;
  readonly #package: string;
  readonly #methods = new SplitMap<number, WantedMethod>((id) => id);
  readonly #methodNumbers = new SplitMap<ShortKey, number>(keyHash);
  readonly #seenKeys = new SplitMap<ShortKey, true>(keyHash);
  readonly #frames = new SplitMap<ShortKey, WantedFrame>(keyHash);
  readonly #framesByNumber = new SplitMap<number, WantedFrame>((number) => number);
  readonly #outlines = new Set<number>();
  #numbers = 0;
  #seenBytes = 0;

  constructor(run: number, app: string, room: BudgetShare) {
    this.run = run;
    this.app = app;
    this.#package = packageOf(app);
    this.#room = room;
    this.frames = new LookupQueue(room);
    this.classes = new LookupQueue(room);
    this.#nodes = new RunNodes(room);
    room.hold(symbolicationCost.run + 2 * app.length);
  }

  method(message: Message<'method'>): void {
    const { id, modifiers } = message;
    if (id > MOST_AGENT_ID) return;
    this.#forgetMethod(id);
    const texts = textsOf(message);
    if (lettersOf(texts) > MOST_KEY_LETTERS) return;
    const className = dotted(texts.class);
    if (isPlatformClass(className)) return;
    this.#methods.set(id, { number: this.#numberOf(texts), ...texts });
    this.#room.hold(costOf(texts));
    if (isMadeAtRunTime(className)) return;
    this.#setMapping(className, mapIdOfSourceFile(texts.sourceFile) ?? '');
    // Constructors and native methods keep their names, and maps may leave them out.
    const isTelling = !texts.name.startsWith('<') && (modifiers & 0x100) === 0;
    const key = shortKey(`${className}.${texts.name}`);
    if (!isTelling || this.#seenKeys.has(key) || this.seen.length >= MOST_SEEN || this.#seenBytes >= this.#room.most / 8) return;
    const bytes = 2 * symbolicationCost.want + letterBytes(className);
    this.#seenBytes += bytes;
    this.#room.hold(bytes);
    this.#seenKeys.set(key, true);
    this.seen.push({ class: className, name: texts.name });
  }

  node({ id, parent, method: methodId, line, pc }: Message<'node'>): void {
    if (id > MOST_AGENT_ID) return;
    const method = this.#methods.get(methodId);
    const isPc = line === 0 && pc >= 0;
    const frame = method === undefined ? undefined : this.#frameOf(method, isPc ? pc : line, isPc ? 1 : 0);
    this.#nodes.set(id, parent < id ? parent : 0, frame?.number ?? 0);
    if (frame === undefined) return;
    this.frames.add(frame.key, frame);
    if (frame.isOutline) this.#wantCaller(id);
  }

  /** Up to so many stacks of a frame and, if it calls outlines, those; they count as asked from now on. */
  takeStacks(most: number): readonly (readonly BuiltFrame[])[] {
    return this.frames.take(most).map((stack) => framesOf(stack).map(({ method, line, isPc }) => ({ ...textsOf(method), line, isPc })));
  }

  /** These frames turned out to be outlines: their callers are wanted together with them. */
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

  image(image: Message<'image'>): void {
    if (image.path.length > LONGEST_PATH || image.buildId.length > LONGEST_ID) return;
    const known = this.images.get(image.id);
    if (known === undefined && this.images.size >= limits.images) return;
    this.#room.hold(costOfImage(image) - (known === undefined ? 0 : costOfImage(known.image)));
    this.images.set(image.id, { image, offsets: known?.offsets ?? new LookupQueue<number>(this.#room) });
  }

  nativeNode({ image, offset }: Message<'nativeNode'>): void {
    this.images.get(image)?.offsets.add(shortKey(String(offset)), offset);
  }

  /** Handlers, callbacks and locks are named by texts. */
  text({ text }: Message<'string'>): void {
    const name = dotted(text);
    if (text.length < 1_000 && /^[^\s[\]()/;:]+$/.test(name) && !isPlatformClass(name)) this.classes.add(shortKey(name), name);
  }

  /** What the session holds of this run. */
  keep(record: Message<'classNames' | 'frameNames' | 'outlineNames' | 'addressNames'>): void {
    switch (record.type) {
      case 'classNames':
        for (const { built } of record.classes) if (built.length <= MOST_KEY_LETTERS) this.classes.keep(shortKey(built));
        return;
      case 'frameNames':
        this.#keepStack([record]);
        return;
      case 'outlineNames':
        if (record.outlines.length <= MOST_OUTLINES) this.#keepStack([record, ...record.outlines]);
        return;
      case 'addressNames':
        this.images.get(record.image)?.offsets.keep(shortKey(String(record.offset)));
        return;
    }
  }

  /** The session holds what its very mapping named. Frames of classes that were not built with that one had no name in it. In steps. */
  *skipStored(mapId: string): Generator<void, void> {
    yield* this.frames.skipStored((stack) => {
      const className = framesOf(stack)[0]?.method.class ?? '';
      return this.mappings.get(shortKey(dotted(className)))?.id !== mapId;
    });
    yield* this.classes.skipStored();
  }

  /** Makes room. */
  forgetOldest(): void {
    for (const id of this.#methods.oldest()) this.#forgetMethod(id);
    for (const key of this.#methodNumbers.oldest()) if (this.#methodNumbers.delete(key)) this.#room.free(symbolicationCost.want);
    for (const key of this.mappings.oldest()) this.#forgetMapping(key);
    for (const key of this.#frames.oldest()) this.#forgetFrame(key);
    for (const { offsets } of this.images.values()) offsets.forgetOldest();
    this.frames.forgetOldest();
    this.classes.forgetOldest();
    this.#nodes.forgetOldest();
  }

  #frameOf(method: WantedMethod, line: number, isPc: 0 | 1): WantedFrame {
    const key = keyOf(method.number, line, isPc);
    const known = this.#frames.get(key);
    if (known !== undefined) return known;
    const frame = { number: ++this.#numbers, method, line, isPc, key, isOutline: false };
    this.#room.hold(symbolicationCost.frame);
    this.#frames.set(key, frame);
    this.#framesByNumber.set(frame.number, frame);
    return frame;
  }

  #keyOf(frame: BuiltFrame): ShortKey {
    return keyOf(this.#numberOf(textsOf(frame)), frame.line, frame.isPc);
  }

  #keepStack(stack: readonly BuiltFrame[]): void {
    if (stack.every((frame) => lettersOf(frame) <= MOST_KEY_LETTERS)) this.frames.keep(stackKey(stack.map((frame) => this.#keyOf(frame))));
  }

  #numberOf({ class: className, name, signature, sourceFile }: MethodTexts): number {
    const key = shortKey([className, name, signature, sourceFile].join(' '));
    const known = this.#methodNumbers.get(key);
    if (known !== undefined) return known;
    const number = ++this.#numbers;
    this.#room.hold(symbolicationCost.want);
    this.#methodNumbers.set(key, number);
    return number;
  }

  #forgetMethod(id: number): void {
    const method = this.#methods.get(id);
    if (method === undefined) return;
    this.#methods.delete(id);
    this.#room.free(costOf(method));
  }

  #forgetFrame(key: ShortKey): void {
    const frame = this.#frames.get(key);
    if (frame === undefined) return;
    this.#frames.delete(key);
    this.#framesByNumber.delete(frame.number);
    this.#outlines.delete(frame.number);
    this.#room.free(symbolicationCost.frame);
  }

  #setMapping(className: string, id: string): void {
    const isOwn = className === this.#package || className.startsWith(`${this.#package}.`);
    const key = shortKey(className);
    this.#forgetMapping(key);
    const mapping = id === '' ? (isOwn ? noOwnMapping : noMapping) : { id, isOwn };
    this.#room.hold(costOfMapping(mapping));
    this.mappings.set(key, mapping);
  }

  #forgetMapping(key: ShortKey): void {
    const mapping = this.mappings.get(key);
    if (mapping === undefined) return;
    this.mappings.delete(key);
    this.#room.free(costOfMapping(mapping));
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
    this.frames.add(stackKey(stack.map(({ key }) => key)), stack);
  }
}

/** The application id of a process' name, which may end in `:name`. */
export function packageOf(app: string): string {
  const colon = app.indexOf(':');
  return colon < 0 ? app : app.slice(0, colon);
}

function framesOf(stack: WantedStack): readonly WantedFrame[] {
  return 'number' in stack ? [stack] : stack;
}

function textsOf({ class: className, name, signature, sourceFile }: MethodTexts): MethodTexts {
  return { class: className, name, signature, sourceFile };
}

/** Longer ones than `MOST_KEY_LETTERS` are nobody's method. */
function lettersOf({ class: className, name, signature, sourceFile }: MethodTexts): number {
  return className.length + name.length + signature.length + sourceFile.length;
}

function keyOf(method: number, line: number, isPc: number): ShortKey {
  return shortKey(`${method} ${line} ${isPc}`);
}

/** Of the keys of its frames. */
function stackKey(keys: readonly ShortKey[]): ShortKey {
  const [key] = keys;
  return key !== undefined && keys.length === 1 ? key : shortKey(keys.join('\n'));
}

function costOf({ class: className, name, signature, sourceFile }: MethodTexts): number {
  return symbolicationCost.method + letterBytes(className) + letterBytes(name) + letterBytes(signature) + letterBytes(sourceFile);
}

function costOfMapping({ id }: ClassMapping): number {
  return symbolicationCost.want + (id === '' ? 0 : symbolicationCost.want + letterBytes(id));
}

function costOfImage({ path, buildId }: Message<'image'>): number {
  return symbolicationCost.image + 2 * path.length + buildId.length;
}

/** Classes of Android, of Java and of the agent, which no build of an app renames. */
function isPlatformClass(name: string): boolean {
  return /^(?:laglens|javax?|dalvik|libcore|sun|jdk|android(?!\.support|\.arch)|com\.android\.(?:internal|org|okhttp|server))\./.test(name);
}

/** Proxies and lambdas that the runtime makes stand in no mapping. */
function isMadeAtRunTime(name: string): boolean {
  return /\$Proxy\d+$|\$\$Lambda[.$/]/.test(name);
}
