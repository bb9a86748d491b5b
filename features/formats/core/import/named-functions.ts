import type { ImportTask } from './profile-reader.ts';

/** Functions with a library, but without an address: each gets a number within it, so that the library tells whose code it is. */
export class NamedFunctions {
  readonly #task: ImportTask;
  readonly #images = new Map<string, number>();
  readonly #places = new Map<string, number>();

  constructor(task: ImportTask) {
    this.#task = task;
  }

  frame(library: string, name: string): number {
    const { builder, report } = this.#task;
    const image = this.#images.get(library) ?? builder.image({ path: library });
    this.#images.set(library, image);
    const key = `${image}\n${name}`;
    const address = this.#places.get(key) ?? this.#places.size + 1;
    this.#places.set(key, address);
    report.assumed('Named functions are numbered within their libraries: the file has no addresses for them.');
    return builder.frame({ function: name, image, address });
  }
}
