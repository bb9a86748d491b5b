import { grownFloat64 } from '../../session/columns/grow.ts';

/** How long each stack of one run was seen, by row of `model.nodes` as the agent sent it. Times are microseconds. */
export class StackSums {
  /** Rows from here on were never seen. */
  length = 0;
  #us: Float64Array = new Float64Array(0);
  #busyUs: Float64Array = new Float64Array(0);
  #blockedUs: Float64Array = new Float64Array(0);

  add(node: number, us: number, busyUs: number, blockedUs: number): void {
    while (node >= this.#us.length) this.#grow();
    this.length = Math.max(this.length, node + 1);
    this.#us[node] = (this.#us[node] ?? 0) + us;
    this.#busyUs[node] = (this.#busyUs[node] ?? 0) + busyUs;
    this.#blockedUs[node] = (this.#blockedUs[node] ?? 0) + blockedUs;
  }

  visit(take: (node: number, us: number, busyUs: number, blockedUs: number) => void): void {
    for (let node = 0; node < this.length; node++) {
      const us = this.#us[node] ?? 0;
      if (us > 0) take(node, us, this.#busyUs[node] ?? 0, this.#blockedUs[node] ?? 0);
    }
  }

  #grow(): void {
    this.#us = grownFloat64(this.#us);
    this.#busyUs = grownFloat64(this.#busyUs);
    this.#blockedUs = grownFloat64(this.#blockedUs);
  }
}
