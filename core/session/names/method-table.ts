import type { Budget } from '../limits/budget.ts';
import { SplitMap } from './split-map.ts';
import { textHash, textKey } from './text-key.ts';

/** Beside access flags, which have 16 bits: a trace section that the app names. */
export const APP_SECTION = 0x1_0000;

export interface Method {
  /** JVM type signature: `Lcom/example/Shop;`. Empty for the unknown method, row 0. */
  readonly class: string;
  readonly name: string;
  /** Descriptor: `(I)V`. */
  readonly signature: string;
  /** SourceFile attribute, possibly empty. */
  readonly sourceFile: string;
  /** JVM access flags; 0x100 is native. And `APP_SECTION`. */
  readonly modifiers: number;
  /** Empty if derived from class and name. */
  readonly short: string;
  /** For native code, 0 if none. */
  readonly image: number;
  /** Address within the image's file; -1 for named code. */
  readonly offset: number;
}

/** A class file's facts on a method. */
type ClassMethod = Omit<Method, 'short' | 'image' | 'offset'>;

/** Without a name by symbols. */
export function methodOfClass({ class: className, name, signature, sourceFile, modifiers }: ClassMethod): Method {
  return { class: className, name, signature, sourceFile, modifiers, short: '', image: 0, offset: -1 };
}

/** Unnamed native code. */
export function methodAtAddress(image: number, offset: number): Method {
  return { ...methodOfClass(nobody), image, offset };
}

const nobody: ClassMethod = { class: '', name: '', signature: '', sourceFile: '', modifiers: 0 };

/** Texts without repeats. Row 0 is the empty text. */
export class StringTable {
  readonly rows: string[] = [''];
  readonly #byText = new SplitMap<string, number>(textHash);
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
    this.#byText.set('', 0);
  }

  /** 0 when the table is full, undefined when letters have run out. */
  intern(text: string, letters: Budget): number | undefined {
    const key = textKey(text);
    const known = this.#byText.get(key);
    if (known !== undefined) return known;
    if (!letters.takes(text.length)) return undefined;
    if (!this.#budget.takes()) return 0;
    const row = this.rows.push(text) - 1;
    this.#byText.set(key, row);
    return row;
  }
}

/** Without repeats, by class, name, descriptor, source file and native place. Row 0 is unknown. */
export class MethodTable {
  readonly rows: Method[] = [methodOfClass(nobody)];
  readonly #byKey = new SplitMap<string, number>(textHash);
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** 0 if unknown. */
  row(method: Method): number {
    return this.#byKey.get(keyOf(method)) ?? 0;
  }

  /** 0 when the table is full. Letters are counted already. */
  intern(method: Method): number {
    const key = keyOf(method);
    return this.#byKey.get(key) ?? this.#add(method, key);
  }

  /** Like `intern`; undefined when letters have run out. */
  internAnnounced(method: Method, letters: Budget): number | undefined {
    const key = keyOf(method);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const { class: className, name, signature, sourceFile } = method;
    if (!letters.takes(className.length + name.length + signature.length + sourceFile.length)) return undefined;
    return this.#add(method, key);
  }

  #add(method: Method, key: string): number {
    if (!this.#budget.takes()) return 0;
    const row = this.rows.push(method) - 1;
    this.#byKey.set(key, row);
    return row;
  }
}

function keyOf(method: Method): string {
  const inClass = `${method.class}\n${method.name}\n${method.signature}\n${method.sourceFile}`;
  return textKey(method.image === 0 && method.short === '' ? inClass : `${inClass}\n${method.short}\n${method.image}\n${method.offset}`);
}
