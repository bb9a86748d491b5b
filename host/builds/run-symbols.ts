import { limits, MOST_AGENT_ID } from '../../core/session/limits.ts';
import { mapIdOfSourceFile } from '../../core/symbols/retrace/map-header.ts';
import type { Message } from '../../core/wire/schema.ts';
import { dotted } from './retrace-frames.ts';
import type { BuiltFrame, SeenMethod } from './symbol-questions.ts';
import { Wants } from './wants.ts';

/** Outlines that call each other; as many as `core/session/run-names.ts` takes. */
const MOST_OUTLINES = 8;

/** A frame that is wanted; nodes of the same frame share it. */
interface WantedFrame {
  readonly built: BuiltFrame;
  readonly key: string;
  isOutline: boolean;
}

/** An image, and the addresses in it that are wanted. */
export interface WantedAddresses {
  readonly image: Message<'image'>;
  readonly offsets: Wants<number>;
}

type SeenIn = Omit<Message<'method'>, 'type' | 'id'>;

/** What of one run is to be named: its methods' frames, its texts that name classes, its addresses. */
export class RunSymbols {
  readonly run: number;
  /** Application id or main class. */
  readonly app: string;
  /** Stacks of a frame and, if it calls outlines, those. */
  readonly frames = new Wants<readonly BuiltFrame[]>();
  /** Dotted classes that texts name. */
  readonly classes = new Wants<string>();
  readonly images = new Map<number, WantedAddresses>();
  /** Methods of the app and its libraries, in the order in which they came, each once. */
  readonly seen: SeenMethod[] = [];
  /** Mapping ids by dotted class of the build, '' where the class names none. */
  readonly mapIds = new Map<string, string>();
  readonly #methods = new Map<number, SeenIn>();
  readonly #seenKeys = new Set<string>();
  readonly #frames = new Map<string, WantedFrame>();
  readonly #parents: number[] = [];
  readonly #nodeFrames: (WantedFrame | undefined)[] = [];

  constructor(run: number, app: string) {
    this.run = run;
    this.app = app;
  }

  method({ id, type, ...method }: Message<'method'>): void {
    if (id > MOST_AGENT_ID || this.#methods.size >= limits.methods) return;
    this.#methods.set(id, method);
    const className = dotted(method.class);
    if (isPlatformClass(className) || isMadeAtRunTime(className)) return;
    this.mapIds.set(className, mapIdOfSourceFile(method.sourceFile) ?? '');
    // Constructors and native methods keep their names, and maps may leave them out.
    const isTelling = !method.name.startsWith('<') && (method.modifiers & 0x100) === 0;
    const key = `${className}.${method.name}`;
    if (!isTelling || this.#seenKeys.has(key)) return;
    this.#seenKeys.add(key);
    this.seen.push({ class: className, name: method.name });
  }

  node({ id, parent, method: methodId, line, pc }: Message<'node'>): void {
    if (id > MOST_AGENT_ID) return;
    const method = this.#methods.get(methodId);
    const isPc = line === 0 && pc >= 0;
    this.#parents[id] = parent < id ? parent : 0;
    const { modifiers, ...rest } = method ?? noMethod;
    if (method === undefined || isPlatformClass(dotted(rest.class))) {
      this.#nodeFrames[id] = undefined;
      return;
    }
    const built = { ...rest, line: isPc ? pc : line, isPc: isPc ? 1 : 0 };
    const key = frameKey(built);
    const frame = this.#frames.get(key) ?? { built, key, isOutline: false };
    this.#frames.set(key, frame);
    this.#nodeFrames[id] = frame;
    this.frames.add(key, [built]);
    if (frame.isOutline) this.#wantCaller(id);
  }

  /** These frames turned out to be outlines: their callers are wanted together with them. */
  foundOutlines(outlines: readonly BuiltFrame[]): void {
    let isNews = false;
    for (const outline of outlines) {
      const frame = this.#frames.get(frameKey(outline));
      if (frame === undefined || frame.isOutline) continue;
      frame.isOutline = true;
      isNews = true;
    }
    if (!isNews) return;
    for (const [id, frame] of this.#nodeFrames.entries()) if (frame?.isOutline === true) this.#wantCaller(id);
  }

  image(image: Message<'image'>): void {
    if (!this.images.has(image.id) && this.images.size >= limits.images) return;
    this.images.set(image.id, { image, offsets: this.images.get(image.id)?.offsets ?? new Wants<number>() });
  }

  nativeNode({ image, offset }: Message<'nativeNode'>): void {
    this.images.get(image)?.offsets.add(String(offset), offset);
  }

  /** Handlers, callbacks and locks are named by texts. */
  text({ text }: Message<'string'>): void {
    const name = dotted(text);
    if (text.length < 1_000 && /^[^\s[\]()/;:]+$/.test(name) && !isPlatformClass(name)) this.classes.add(name, name);
  }

  /** What the session holds of this run. */
  keep(record: Message<'classNames' | 'frameNames' | 'outlineNames' | 'addressNames'>): void {
    switch (record.type) {
      case 'classNames':
        for (const { built } of record.classes) this.classes.keep(built);
        return;
      case 'frameNames':
        this.frames.keep(frameKey(record));
        return;
      case 'outlineNames':
        this.frames.keep([record, ...record.outlines].map(frameKey).join('\n'));
        return;
      case 'addressNames':
        this.images.get(record.image)?.offsets.keep(String(record.offset));
        return;
    }
  }

  /** The session holds what its very mapping named. Frames of classes that were not built with that one had no name in it. */
  trustKept(mapId: string): void {
    this.frames.trustKept(([frame]) => this.mapIds.get(dotted(frame?.class ?? '')) !== mapId);
    this.classes.trustKept();
  }

  #wantCaller(node: number): void {
    const outlines: WantedFrame[] = [];
    let at = node;
    for (let frame = this.#nodeFrames[at]; frame?.isOutline === true && outlines.length < MOST_OUTLINES; frame = this.#nodeFrames[at]) {
      outlines.unshift(frame);
      at = this.#parents[at] ?? 0;
    }
    const caller = this.#nodeFrames[at];
    if (caller === undefined || caller.isOutline) return;
    const stack = [caller, ...outlines];
    this.frames.add(
      stack.map(({ key }) => key).join('\n'),
      stack.map(({ built }) => built),
    );
  }
}

const noMethod: SeenIn = { class: '', name: '', signature: '', sourceFile: '', modifiers: 0 };

function frameKey({ class: className, name, signature, sourceFile, line, isPc }: BuiltFrame): string {
  return [className, name, signature, sourceFile, line, isPc].join(' ');
}

/** Classes of Android, of Java and of the agent, which no build of an app renames. */
function isPlatformClass(name: string): boolean {
  return /^(?:laglens|javax?|dalvik|libcore|sun|jdk|android(?!\.support|\.arch)|com\.android\.(?:internal|org|okhttp|server))\./.test(name);
}

/** Proxies and lambdas that the runtime makes stand in no mapping. */
function isMadeAtRunTime(name: string): boolean {
  return /\$Proxy\d+$|\$\$Lambda[.$/]/.test(name);
}
