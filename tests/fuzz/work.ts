/** Beyond the door's bound for this input. */
class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

/** Counts an input's cost in steps independent of the machine's load: bytes read, messages applied, values and letters made. */
export class Work {
  readonly #most: number;
  #steps = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get steps(): number {
    return this.#steps;
  }

  /** @throws TooMuchWork beyond the bound, to end a runaway */
  did(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#most) throw new TooMuchWork(`More than ${this.#most} steps.`);
  }

  /** Counts a value with its contents: letters, bytes, values. Shared parts count once. */
  made(value: unknown): void {
    const seen = new Set<object>();
    const waiting: unknown[] = [value];
    while (waiting.length > 0) {
      const each = waiting.pop();
      this.did(1);
      if (typeof each === 'string') this.did(each.length);
      if (typeof each !== 'object' || each === null || seen.has(each)) continue;
      seen.add(each);
      if (ArrayBuffer.isView(each)) this.did(each.byteLength);
      else if (each instanceof Map) waiting.push(...each.keys(), ...each.values());
      else for (const [key, item] of Object.entries(each)) waiting.push(key, item);
    }
  }
}
