import { isNoName } from '../../../../core/analysis/frames/no-name.ts';
import { APP_SECTION } from '../../../../core/session/names/method-table.ts';
import type { Message } from '../../../../core/wire/schema.ts';
import { HeldTexts } from '../held/held-texts.ts';
import { TextTable } from '../held/text-table.ts';
import { namePartsOf } from './frame-names.ts';
import type { ImportLimits } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';

/** A library or program file. */
export interface ImageFacts {
  readonly path: string;
  /** Build id or UUID; empty if unknown. */
  readonly buildId?: Uint8Array;
  /** Load address and mapped bytes, 0 if unknown. */
  readonly base?: number;
  readonly bytes?: number;
}

export interface FrameFacts {
  /** '' for an address without a name. */
  readonly function: string;
  /** Dotted; '' for a function without a class; absent: the name is a text, which `namePartsOf` splits. */
  readonly class?: string;
  /** JVM descriptor. */
  readonly signature?: string;
  readonly file?: string;
  /** From 1; 0 if unknown. */
  readonly line?: number;
  /** Handle of `image`, with `address`: local builds can name it. */
  readonly image?: number;
  /** In the image's file, without the slide. */
  readonly address?: number;
  /** A trace section that the app names. */
  readonly isAppSection?: boolean;
}

/** Hidden classes have another dot: `Cart$$Lambda.0x7f01`. */
const PACKAGE_DOT = /\.(?!0x[0-9a-f]+$)/g;

/** One frame, as a method and a place in it. */
type Place = { readonly method: number; readonly line: number } | { readonly image: number; readonly offset: number };

/** Frames, methods and images, each once. Handle 0 is the unknown frame, and no image. */
export class FrameTable {
  readonly methods: Message<'method'>[] = [];
  readonly images: Message<'image'>[] = [];
  /** Names that the file gave to addresses. */
  readonly named: Message<'addressNames'>[] = [];
  readonly #places: Place[] = [{ method: 0, line: 0 }];
  readonly #byKey: TextTable<number>;
  /** Keyed by image and offset. */
  readonly #functionAt = new Map<string, string>();
  readonly #methodByKey: TextTable<number>;
  readonly #held: HeldTexts;
  readonly #limits: ImportLimits;
  readonly #report: ImportReport;

  constructor(limits: ImportLimits, report: ImportReport, held = new HeldTexts(limits, report)) {
    this.#held = held;
    this.#byKey = new TextTable(held, limits.frames);
    this.#methodByKey = new TextTable(held, limits.frames);
    this.#limits = limits;
    this.#report = report;
  }

  /** 0 beyond the bound. */
  image({ path, buildId = new Uint8Array(0), base = 0, bytes = 0 }: ImageFacts): number {
    if (this.images.length === this.#limits.images) {
      this.#report.skipped('libraries beyond the bound');
      return 0;
    }
    const id = this.images.length + 1;
    this.images.push({
      type: 'image',
      id,
      base: wholeOrZero(base),
      size: wholeOrZero(bytes),
      buildId: buildId.slice(0, 64),
      path: this.#held.copyOf(path),
    });
    return id;
  }

  /** 0 beyond the bound. */
  frame(facts: FrameFacts): number {
    const { image = 0, address = -1, line = 0, isAppSection = false } = facts;
    const isNative = image > 0 && image <= this.images.length && Number.isSafeInteger(address) && address >= 0;
    // An address is better than another tool's “???”.
    const name = isNative && isNoName(facts.function) ? '' : facts.function;
    const texts = [facts.class, name, facts.signature, facts.file].map((text) => this.#cut(text));
    const key = [...texts, line, isNative ? image : 0, isNative ? address : -1, isAppSection].join('\n');
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (!this.#byKey.set(key, this.#places.length)) {
      this.#report.skipped('frames beyond the bound');
      return 0;
    }
    return this.#places.push(this.#place({ ...facts, function: this.#cut(name) }, isNative ? { image, address } : undefined)) - 1;
  }

  /** Managed code has names, and its address says nothing to local builds. */
  #place(facts: FrameFacts, at: { readonly image: number; readonly address: number } | undefined): Place {
    const isInNative = at !== undefined && (facts.function === '' || isNativePath(this.images[at.image - 1]?.path ?? ''));
    const parts = facts.class === undefined && !isInNative ? namePartsOf(facts.function, facts) : facts;
    if (at !== undefined && (parts.class ?? '') === '') return this.#address(at.image, at.address, facts);
    const { class: className = '', line = 0 } = parts;
    return {
      method: this.#method(this.#cut(className), {
        ...parts,
        signature: facts.signature ?? parts.signature ?? '',
        isAppSection: facts.isAppSection === true,
      }),
      line: wholeOrZero(line),
    };
  }

  /** The wire's node for a frame. */
  node(id: number, parent: number, frame: number): Message<'node' | 'nativeNode'> {
    const place = this.#places[frame] ?? { method: 0, line: 0 };
    if ('image' in place) return { type: 'nativeNode', id, parent, ...place };
    return { type: 'node', id, parent, method: place.method, line: place.line, pc: -1 };
  }

  /** '' for an unnamed address. */
  functionOf(frame: number): string {
    const place = this.#places[frame];
    if (place === undefined) return '';
    if ('image' in place) return this.#functionAt.get(`${place.image} ${place.offset}`) ?? '';
    return this.methods[place.method - 1]?.name ?? '';
  }

  /** True if any frame is Android's looper: samples then show its messages. */
  get hasLooper(): boolean {
    return this.methods.some((method) => method.class === 'Landroid/os/Looper;' && method.name.startsWith('loop'));
  }

  #address(image: number, offset: number, facts: FrameFacts): Place {
    if (facts.function !== '') {
      const { signature = '', file = '', line = 0 } = facts;
      const frame = {
        class: '',
        name: this.#held.copyOf(facts.function),
        short: '',
        signature: this.#held.copyOf(signature),
        file: this.#held.copyOf(file),
        line: wholeOrZero(line),
        column: 0,
      };
      this.#functionAt.set(`${image} ${offset}`, frame.name);
      this.named.push({ type: 'addressNames', run: 0, image, offset, confidence: 1, others: 0, frames: [frame] });
    }
    return { image, offset };
  }

  #method(className: string, { function: name, signature = '', file = '', isAppSection = false }: FrameFacts): number {
    const method = {
      class: className === '' ? '' : `L${className.replace(PACKAGE_DOT, '/')};`,
      name: this.#cut(name),
      signature: this.#cut(signature),
      sourceFile: this.#cut(file),
    };
    const modifiers = isAppSection ? APP_SECTION : 0;
    const key = [...Object.values(method), modifiers].join('\n');
    const known = this.#methodByKey.get(key);
    if (known !== undefined) return known;
    const id = this.methods.length + 1;
    if (!this.#methodByKey.set(key, id)) return 0;
    const held = {
      class: this.#held.copyOf(method.class),
      name: this.#held.copyOf(method.name),
      signature: this.#held.copyOf(method.signature),
      sourceFile: this.#held.copyOf(method.sourceFile),
    };
    this.methods.push({ type: 'method', id, ...held, modifiers });
    return id;
  }

  #cut<T extends string | undefined>(text: T): T | string {
    return text === undefined || text.length <= this.#limits.letters ? text : text.slice(0, this.#limits.letters);
  }
}

/** Programs and libraries of C, C++ and Swift, whose names may have dots, too. */
function isNativePath(path: string): boolean {
  return /\.(?:so|dylib|dll|exe)(?:\.\d{1,9}){0,3}$|\.(?:app|framework|appex)\/|^\/(?:System|usr)\//.test(path);
}

function wholeOrZero(value: number): number {
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}
