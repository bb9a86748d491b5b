import type { Budget } from '../limits/budget.ts';
import { SplitMap } from './split-map.ts';
import { textHash, textKey } from './text-key.ts';

/** A method, or a function or address of native code, the same row for all runs of a session. */
export interface Method {
  /** Class as a JVM type signature: `Lcom/example/Shop;`. Empty for the unknown method, row 0. */
  readonly class: string;
  readonly name: string;
  /** Descriptor: `(I)V`. */
  readonly signature: string;
  /** File name of the SourceFile attribute, may be empty. */
  readonly sourceFile: string;
  /** JVM access flags; 0x100 is native. */
  readonly modifiers: number;
  /** Short name for drawing; empty when it follows from class and name. */
  readonly short: string;
  /** Row of `model.images` of a native function or address, 0 none. */
  readonly image: number;
  /** Address in the image as it stands in the image's file; -1 once it has a name. */
  readonly offset: number;
}

/** What a class file tells of a method. */
export type ClassMethod = Omit<Method, 'short' | 'image' | 'offset'>;

/** A method that is neither native code nor named by symbols. */
export function methodOfClass({ class: className, name, signature, sourceFile, modifiers }: ClassMethod): Method {
  return { class: className, name, signature, sourceFile, modifiers, short: '', image: 0, offset: -1 };
}

/** Native code at an address that has no name yet. */
export function methodAtAddress(image: number, offset: number): Method {
  return { ...methodOfClass(nobody), image, offset };
}

const nobody: ClassMethod = { class: '', name: '', signature: '', sourceFile: '', modifiers: 0 };

/** Texts, each once. Row 0 is the empty text. */
export class StringTable {
  readonly rows: string[] = [''];
  readonly #byText = new SplitMap<string, number>(textHash);
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
    this.#byText.set('', 0);
  }

  /** The row of the text; 0 when the table is full, undefined when a new one costs more letters than are left. */
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

/** Methods, each once: class, name, descriptor, source file and place in native code together are one method. Row 0 is unknown. */
export class MethodTable {
  readonly rows: Method[] = [methodOfClass(nobody)];
  readonly #byKey = new SplitMap<string, number>(textHash);
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** The row of a method, 0 when it never came. */
  row(method: Method): number {
    return this.#byKey.get(keyOf(method)) ?? 0;
  }

  /** The row of the method; 0 when the table is full. Its letters are counted already. */
  intern(method: Method): number {
    const key = keyOf(method);
    return this.#byKey.get(key) ?? this.#add(method, key);
  }

  /** As `intern`; undefined when a new one costs more letters than are left. */
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
