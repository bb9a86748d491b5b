import { float64At } from '../../columns/at.ts';
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
    this.#us[node] = float64At(this.#us, node) + us;
    this.#busyUs[node] = float64At(this.#busyUs, node) + busyUs;
    this.#blockedUs[node] = float64At(this.#blockedUs, node) + blockedUs;
  }

  visit(take: (node: number, us: number, busyUs: number, blockedUs: number) => void): void {
    for (let node = 0; node < this.length; node++) {
      const us = float64At(this.#us, node);
      if (us > 0) take(node, us, float64At(this.#busyUs, node), float64At(this.#blockedUs, node));
    }
  }

  #grow(): void {
    this.#us = grownFloat64(this.#us);
    this.#busyUs = grownFloat64(this.#busyUs);
    this.#blockedUs = grownFloat64(this.#blockedUs);
  }
}
