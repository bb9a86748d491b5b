import { limits, MOST_AGENT_ID } from '../../core/session/limits.ts';
import { MOST_KEY_LETTERS } from '../../core/session/text-key.ts';
import { mapIdOfSourceFile } from '../../core/symbols/retrace/map-header.ts';
import type { Message } from '../../core/wire/schema.ts';
import { namingCost, oldestOf, type RoomShare } from './naming-room.ts';
import { dotted } from './retrace-frames.ts';
import { RunNodes } from './run-nodes.ts';
import { type ShortKey, shortKey } from './short-key.ts';
import type { BuiltFrame, SeenMethod } from './symbol-questions.ts';
import { Wants } from './wants.ts';

/** Outlines that call each other; as many as `core/session/run-names.ts` takes. */
const MOST_OUTLINES = 8;
/** Methods by which a mapping is checked. They are not forgotten, so they get an eighth of the room at most. */
const MOST_SEEN = 65_536;
/** Linux opens no longer path (PATH_MAX), and no linker makes a longer id. */
const LONGEST_PATH = 4_096;
const LONGEST_ID = 64;

/** A frame that is wanted; nodes of the same frame share it. */
interface WantedFrame {
  readonly number: number;
  readonly built: BuiltFrame;
  readonly key: ShortKey;
  isOutline: boolean;
}

/** An image, and the addresses in it that are wanted. */
export interface WantedAddresses {
  readonly image: Message<'image'>;
  readonly offsets: Wants<number>;
}

type MethodTexts = Pick<Message<'method'>, 'class' | 'name' | 'signature' | 'sourceFile'>;

/** A method whose frames are wanted. */
interface WantedMethod {
  /** By its texts: frames are told apart by numbers, so that no long name is read again for each of them. */
  readonly number: number;
  readonly texts: MethodTexts;
}

/**
 * What of one run is to be named: its methods' frames, its texts that name classes, its addresses. All of it counts in a room, and what
 * came first is forgotten when that is full.
 */
export class RunSymbols {
  readonly run: number;
  /** Application id or main class. */
  readonly app: string;
  /** Stacks of a frame and, if it calls outlines, those. */
  readonly frames: Wants<readonly BuiltFrame[]>;
  /** Dotted classes that texts name. */
  readonly classes: Wants<string>;
  readonly images = new Map<number, WantedAddresses>();
  /** Methods of the app and its libraries, in the order in which they came, each once. */
  readonly seen: SeenMethod[] = [];
  /** Mapping ids by dotted class of the build, '' where the class names none. */
  readonly mapIds = new Map<ShortKey, string>();
  readonly #room: RoomShare;
  readonly #nodes: RunNodes;
  readonly #methods = new Map<number, WantedMethod>();
  readonly #methodNumbers = new Map<ShortKey, number>();
  readonly #seenKeys = new Set<ShortKey>();
  readonly #frames = new Map<ShortKey, WantedFrame>();
  readonly #framesByNumber = new Map<number, WantedFrame>();
  readonly #outlines = new Set<number>();
  #numbers = 0;
  #seenBytes = 0;

  constructor(run: number, app: string, room: RoomShare) {
    this.run = run;
    this.app = app;
    this.#room = room;
    this.frames = new Wants(room);
    this.classes = new Wants(room);
    this.#nodes = new RunNodes(room);
    room.hold(namingCost.run + 2 * app.length);
  }

  method(message: Message<'method'>): void {
    const { id, modifiers } = message;
    if (id > MOST_AGENT_ID) return;
    this.#forgetMethod(id);
    const texts = textsOf(message);
    if (lettersOf(texts) > MOST_KEY_LETTERS) return;
    const className = dotted(texts.class);
    if (isPlatformClass(className)) return;
    this.#methods.set(id, { number: this.#numberOf(texts), texts });
    this.#room.hold(costOf(texts));
    if (isMadeAtRunTime(className)) return;
    const classKey = shortKey(className);
    if (!this.mapIds.has(classKey)) this.#room.hold(namingCost.want + 2 * classKey.length);
    this.mapIds.set(classKey, mapIdOfSourceFile(texts.sourceFile) ?? '');
    // Constructors and native methods keep their names, and maps may leave them out.
    const isTelling = !texts.name.startsWith('<') && (modifiers & 0x100) === 0;
    const key = shortKey(`${className}.${texts.name}`);
    if (!isTelling || this.#seenKeys.has(key) || this.seen.length >= MOST_SEEN || this.#seenBytes >= this.#room.most / 8) return;
    const bytes = namingCost.want + 4 * key.length;
    this.#seenBytes += bytes;
    this.#room.hold(bytes);
    this.#seenKeys.add(key);
    this.seen.push({ class: className, name: texts.name });
  }

  node({ id, parent, method: methodId, line, pc }: Message<'node'>): void {
    if (id > MOST_AGENT_ID) return;
    const method = this.#methods.get(methodId);
    const isPc = line === 0 && pc >= 0;
    const frame = method === undefined ? undefined : this.#frameOf(method, isPc ? pc : line, isPc ? 1 : 0);
    this.#nodes.set(id, parent < id ? parent : 0, frame?.number ?? 0);
    if (frame === undefined) return;
    this.frames.add(frame.key, [frame.built]);
    if (frame.isOutline) this.#wantCaller(id);
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
    this.images.set(image.id, { image, offsets: known?.offsets ?? new Wants<number>(this.#room) });
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
  *trustKept(mapId: string): Generator<void, void> {
    yield* this.frames.trustKept(([frame]) => this.mapIds.get(shortKey(dotted(frame?.class ?? ''))) !== mapId);
    yield* this.classes.trustKept();
  }

  /** Makes room. */
  forgetOldest(): void {
    for (const id of oldestOf(this.#methods)) this.#forgetMethod(id);
    for (const key of oldestOf(this.#methodNumbers)) this.#forgetKey(this.#methodNumbers, key);
    for (const key of oldestOf(this.mapIds)) this.#forgetKey(this.mapIds, key);
    for (const key of oldestOf(this.#frames)) this.#forgetFrame(key);
    for (const { offsets } of this.images.values()) offsets.forgetOldest();
    this.frames.forgetOldest();
    this.classes.forgetOldest();
    this.#nodes.forgetOldest();
  }

  #frameOf({ number, texts }: WantedMethod, line: number, isPc: 0 | 1): WantedFrame {
    const key = keyOf(number, line, isPc);
    const known = this.#frames.get(key);
    if (known !== undefined) return known;
    const frame = { number: ++this.#numbers, built: { ...texts, line, isPc }, key, isOutline: false };
    this.#room.hold(namingCost.frame);
    this.#frames.set(key, frame);
    this.#framesByNumber.set(frame.number, frame);
    return frame;
  }

  #keyOf(frame: BuiltFrame): ShortKey {
    return keyOf(this.#numberOf(textsOf(frame)), frame.line, frame.isPc);
  }

  #keepStack(stack: readonly BuiltFrame[]): void {
    if (stack.every((frame) => lettersOf(frame) <= MOST_KEY_LETTERS))
      this.frames.keep(shortKey(stack.map((frame) => this.#keyOf(frame)).join('\n')));
  }

  #numberOf({ class: className, name, signature, sourceFile }: MethodTexts): number {
    const key = shortKey([className, name, signature, sourceFile].join(' '));
    const known = this.#methodNumbers.get(key);
    if (known !== undefined) return known;
    const number = ++this.#numbers;
    this.#room.hold(namingCost.want + 2 * key.length);
    this.#methodNumbers.set(key, number);
    return number;
  }

  #forgetMethod(id: number): void {
    const method = this.#methods.get(id);
    if (method === undefined) return;
    this.#methods.delete(id);
    this.#room.free(costOf(method.texts));
  }

  #forgetFrame(key: ShortKey): void {
    const frame = this.#frames.get(key);
    if (frame === undefined) return;
    this.#frames.delete(key);
    this.#framesByNumber.delete(frame.number);
    this.#outlines.delete(frame.number);
    this.#room.free(namingCost.frame);
  }

  #forgetKey(entries: Map<ShortKey, unknown>, key: ShortKey): void {
    if (entries.delete(key)) this.#room.free(namingCost.want + 2 * key.length);
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
    this.frames.add(
      shortKey(stack.map(({ key }) => key).join('\n')),
      stack.map(({ built }) => built),
    );
  }
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

function costOf(texts: MethodTexts): number {
  return namingCost.method + 2 * lettersOf(texts);
}

function costOfImage({ path, buildId }: Message<'image'>): number {
  return namingCost.image + 2 * path.length + buildId.length;
}

/** Classes of Android, of Java and of the agent, which no build of an app renames. */
function isPlatformClass(name: string): boolean {
  return /^(?:laglens|javax?|dalvik|libcore|sun|jdk|android(?!\.support|\.arch)|com\.android\.(?:internal|org|okhttp|server))\./.test(name);
}

/** Proxies and lambdas that the runtime makes stand in no mapping. */
function isMadeAtRunTime(name: string): boolean {
  return /\$Proxy\d+$|\$\$Lambda[.$/]/.test(name);
}
