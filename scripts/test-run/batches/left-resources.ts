/** What keeps a process from ending, such as timers and servers, after each of its test files. */
export class LeftResources {
  readonly #ends: { readonly file: string; readonly resources: readonly string[] }[] = [];

  ended(file: string, resources: readonly string[]): void {
    this.#ends.push({ file, resources });
  }

  /** The files since whose ends the resources were there. @param left those that never went */
  owners(left: readonly string[]): readonly string[] {
    const owners = left.map((kind, at) => this.#since(kind, left.slice(0, at + 1).filter((other) => other === kind).length));
    return [...new Set(owners.filter((file) => file !== undefined))];
  }

  #since(kind: string, count: number): string | undefined {
    const last = this.#ends.findLastIndex(({ resources }) => resources.filter((other) => other === kind).length < count);
    return this.#ends[last + 1]?.file;
  }
}
