export type Key = readonly unknown[];

/** By `===`, for parts that are replaced when they change. */
export function sameKey(one: Key, other: Key): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}

/** By content; a missing property equals `undefined`. */
export function sameData(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return false;
  return (
    Object.entries(one).every(([name, value]) => sameData(value, Reflect.get(other, name))) &&
    Object.entries(other).every(([name, value]) => value === undefined || name in one)
  );
}

export class LastSeen<Value> {
  readonly #same: (one: Value, other: Value) => boolean;
  #last: { readonly value: Value } | undefined;

  constructor(same: (one: Value, other: Value) => boolean) {
    this.#same = same;
  }

  /** True for the first value, and for each change. */
  isNew(value: Value): boolean {
    if (this.#last !== undefined && this.#same(this.#last.value, value)) return false;
    this.#last = { value };
    return true;
  }

  clear(): void {
    this.#last = undefined;
  }
}

export class Memo<Value> {
  #kept: { readonly key: Key; readonly value: Value } | undefined;

  get(key: Key, compute: () => Value): Value {
    if (this.#kept !== undefined && sameKey(this.#kept.key, key)) return this.#kept.value;
    const value = compute();
    this.#kept = { key, value };
    return value;
  }

  clear(): void {
    this.#kept = undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
