import { limits } from './limits.ts';

/** A method, the same row for all runs of a session. */
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
}

/** Texts, each once. Row 0 is the empty text. */
export class StringTable {
  readonly rows: string[] = [''];
  readonly #byText = new Map<string, number>([['', 0]]);

  has(text: string): boolean {
    return this.#byText.has(text);
  }

  /** The row of the text; 0 when the table is full. */
  intern(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    if (this.rows.length >= limits.strings) return 0;
    const row = this.rows.push(text) - 1;
    this.#byText.set(text, row);
    return row;
  }
}

/** Methods, each once: class, name, descriptor and source file together are one method. Row 0 is unknown. */
export class MethodTable {
  readonly rows: Method[] = [{ class: '', name: '', signature: '', sourceFile: '', modifiers: 0 }];
  readonly #byKey = new Map<string, number>();

  has(method: Method): boolean {
    return this.#byKey.has(keyOf(method));
  }

  /** The row of the method; 0 when the table is full. */
  intern(method: Method): number {
    const key = keyOf(method);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.rows.length >= limits.methods) return 0;
    const { name, signature, sourceFile, modifiers } = method;
    const row = this.rows.push({ class: method.class, name, signature, sourceFile, modifiers }) - 1;
    this.#byKey.set(key, row);
    return row;
  }
}

function keyOf(method: Method): string {
  return `${method.class}\n${method.name}\n${method.signature}\n${method.sourceFile}`;
}
