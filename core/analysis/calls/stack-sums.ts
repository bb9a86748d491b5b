import { float64At } from '../../columns/at.ts';
import { noFloat64, Table } from '../../columns/table.ts';

/** Time of each stack of one run, by the agent's row of `model.nodes`. Microseconds. */
export class StackSums extends Table {
  us: Float64Array = noFloat64;
  busyUs: Float64Array = noFloat64;
  blockedUs: Float64Array = noFloat64;
  readyUs: Float64Array = noFloat64;

  add(node: number, us: number, busyUs: number, blockedUs: number, readyUs: number): void {
    if (node >= this.capacity) this.reach(node);
    this.length = Math.max(this.length, node + 1);
    this.us[node] = float64At(this.us, node) + us;
    this.busyUs[node] = float64At(this.busyUs, node) + busyUs;
    this.blockedUs[node] = float64At(this.blockedUs, node) + blockedUs;
    this.readyUs[node] = float64At(this.readyUs, node) + readyUs;
  }

  visit(take: (node: number, us: number, busyUs: number, blockedUs: number, readyUs: number) => void): void {
    for (let node = 0; node < this.length; node++) {
      const us = float64At(this.us, node);
      if (us > 0) take(node, us, float64At(this.busyUs, node), float64At(this.blockedUs, node), float64At(this.readyUs, node));
    }
  }
}
