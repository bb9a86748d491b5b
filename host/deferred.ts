/** `Promise.withResolvers` for Node 20. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  #resolve: ((value: T) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor() {
    this.promise = new Promise<T>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  resolve(value: T): void {
    this.#resolve?.(value);
  }

  reject(error: unknown): void {
    this.#reject?.(error);
  }
}
