/** Fields may be missing or change type between Xcodes. */
export class Json {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** @throws SyntaxError */
  static parse(text: string): Json {
    return new Json(JSON.parse(text));
  }

  at(...path: readonly string[]): Json {
    let value = this.#value;
    for (const name of path)
      value = typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
    return new Json(value);
  }

  get keys(): readonly string[] {
    return typeof this.#value === 'object' && this.#value !== null ? Object.keys(this.#value) : [];
  }

  get items(): readonly Json[] {
    return Array.isArray(this.#value) ? this.#value.map((each) => new Json(each)) : [];
  }

  get text(): string {
    return typeof this.#value === 'string' ? this.#value : '';
  }

  get number(): number | undefined {
    return typeof this.#value === 'number' && Number.isSafeInteger(this.#value) ? this.#value : undefined;
  }

  get isTrue(): boolean {
    return this.#value === true;
  }
}
