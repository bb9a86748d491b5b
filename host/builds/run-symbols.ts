import { classOfObject } from '../../core/analysis/frames/class-names.ts';
import { limits, MOST_AGENT_ID } from '../../core/session/limits/model-limits.ts';
import { MOST_KEY_LETTERS } from '../../core/session/names/text-key.ts';
import { mapIdOfSourceFile } from '../../core/symbols/retrace/map-header.ts';
import type { Message } from '../../core/wire/schema.ts';
import { ClassMappings } from './class-mappings.ts';
import { LookupQueue } from './lookup-queue.ts';
import { dotted } from './retrace-frames.ts';
import { shortKey } from './short-key.ts';
import { type BudgetShare, symbolicationCost } from './symbolication-budget.ts';
import { lettersOf, textsOf, WantedFrames } from './wanted-frames.ts';

/** PATH_MAX of Linux, and more than any linker's id. */
const LONGEST_PATH = 4_096;
const LONGEST_ID = 64;
const NATIVE = 0x100;

export interface WantedAddresses {
  readonly image: Message<'image'>;
  readonly offsets: LookupQueue<number>;
}

/** Everything of one run that needs names. A full budget drops the oldest. */
export class RunSymbols {
  readonly run: number;
  /** Application id or main class. */
  readonly app: string;
  readonly frames: WantedFrames;
  /** Dotted classes in texts. */
  readonly classes: LookupQueue<string>;
  readonly images = new Map<number, WantedAddresses>();
  readonly mappings: ClassMappings;
  readonly #budget: BudgetShare;

  constructor(run: number, app: string, budget: BudgetShare) {
    this.run = run;
    this.app = app;
    this.#budget = budget;
    this.frames = new WantedFrames(budget);
    this.classes = new LookupQueue(budget);
    this.mappings = new ClassMappings(app, budget);
    budget.hold(symbolicationCost.run + 2 * app.length);
  }

  method(message: Message<'method'>): void {
    const { id, modifiers } = message;
    if (id > MOST_AGENT_ID) return;
    this.frames.forgetMethod(id);
    const texts = textsOf(message);
    if (lettersOf(texts) > MOST_KEY_LETTERS) return;
    const className = dotted(texts.class);
    if (isPlatformClass(className)) return;
    this.frames.setMethod(id, texts);
    if (isMadeAtRunTime(className)) return;
    this.mappings.set(className, mapIdOfSourceFile(texts.sourceFile) ?? '');
    // Constructors and native methods keep their names, and maps may lack them.
    if (!texts.name.startsWith('<') && (modifiers & NATIVE) === 0) this.mappings.addSeen(className, texts.name);
  }

  image(image: Message<'image'>): void {
    if (image.path.length > LONGEST_PATH || image.buildId.length > LONGEST_ID) return;
    const known = this.images.get(image.id);
    if (known === undefined && this.images.size >= limits.images) return;
    this.#budget.hold(costOfImage(image) - (known === undefined ? 0 : costOfImage(known.image)));
    this.images.set(image.id, { image, offsets: known?.offsets ?? new LookupQueue<number>(this.#budget) });
  }

  nativeNode({ image, offset }: Message<'nativeNode'>): void {
    this.images.get(image)?.offsets.add(shortKey(String(offset)), offset);
  }

  /** Texts name handlers, callbacks and locks. */
  text({ text }: Message<'string'>): void {
    const name = dotted(classOfObject(text) ?? text);
    if (text.length < 1_000 && /^[^\s[\]()/;:]+$/.test(name) && !isPlatformClass(name)) this.classes.add(shortKey(name), name);
  }

  /** The session already has these names. */
  keep(record: Message<'classNames' | 'frameNames' | 'outlineNames' | 'addressNames'>): void {
    switch (record.type) {
      case 'classNames':
        for (const { built } of record.classes) if (built.length <= MOST_KEY_LETTERS) this.classes.keep(shortKey(built));
        return;
      case 'frameNames':
        this.frames.keep([record]);
        return;
      case 'outlineNames':
        this.frames.keep([record, ...record.outlines]);
        return;
      case 'addressNames':
        this.images.get(record.image)?.offsets.keep(shortKey(String(record.offset)));
        return;
    }
  }

  /** Skips names from the exact mapping, and frames of classes from other builds, which it cannot name. In steps. */
  *skipStored(mapId: string): Generator<void, void> {
    yield* this.frames.skipStored((className) => this.mappings.get(dotted(className))?.id !== mapId);
    yield* this.classes.skipStored();
  }

  forgetOldest(): void {
    this.frames.forgetOldest();
    this.mappings.forgetOldest();
    for (const { offsets } of this.images.values()) offsets.forgetOldest();
    this.classes.forgetOldest();
  }
}

function costOfImage({ path, buildId }: Message<'image'>): number {
  return symbolicationCost.image + 2 * path.length + buildId.length;
}

/** Classes of Android, Java and the agent, which builds do not rename. */
function isPlatformClass(name: string): boolean {
  return /^(?:laglens|javax?|dalvik|libcore|sun|jdk|android(?!\.support|\.arch)|com\.android\.(?:internal|org|okhttp|server))\./.test(name);
}

/** Runtime proxies and lambdas are in no mapping. */
function isMadeAtRunTime(name: string): boolean {
  return /\$Proxy\d+$|\$\$Lambda[.$/]/.test(name);
}
