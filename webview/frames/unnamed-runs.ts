import { numberAt, uint32At } from '../../core/columns/at.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import { isUnnamedMethod } from '../../core/trees/method-facts.ts';

export interface UnnamedRun {
  /** Frames of the longest stack. */
  readonly longest: number;
  /** Other stacks leave it earlier. */
  readonly varies: boolean;
  /** Row of `model.images` of all frames; 0 for several or unknown ones. */
  readonly image: number;
}

const NO_RUN: UnnamedRun = { longest: 0, varies: false, image: 0 };

/** Lengths of runs of system frames without names, which views show as one frame. */
export class UnnamedRuns {
  readonly #model: SessionModel;
  readonly #unnamed: boolean[] = [];
  /** Outermost node of the run by node, 0 outside. */
  readonly #head: number[] = [0];
  /** Nodes from the head to this one. */
  readonly #length: number[] = [0];
  /** Keyed by head. */
  readonly #runs = new Map<number, UnnamedRun>();
  /** Nodes below which a run goes on. */
  readonly #goesOn = new Set<number>();

  constructor(model: SessionModel) {
    this.#model = model;
  }

  /** The run that a node is part of, empty for a node with a name. */
  of(node: number): UnnamedRun {
    this.#update();
    return this.#runs.get(numberAt(this.#head, node)) ?? NO_RUN;
  }

  #update(): void {
    const { nodes, runs } = this.#model;
    const named = runs.filter(({ names }) => names.hasFrames);
    for (let node = this.#head.length; node < nodes.length; node++) {
      // A name adds a node that is shown instead.
      const isUnnamed =
        this.#isUnnamed(uint32At(nodes.method, node)) && named.every(({ index }) => this.#model.shownNode(index, node) === node);
      const parent = uint32At(nodes.parent, node);
      const around = numberAt(this.#head, parent);
      const before = numberAt(this.#length, parent);
      const run = this.#runs.get(around) ?? NO_RUN;
      if (isUnnamed) {
        const isBranch = around !== 0 && (this.#goesOn.has(parent) || before < run.longest);
        const image = this.#imageOf(node);
        this.#runs.set(around || node, {
          longest: Math.max(run.longest, before + 1),
          varies: run.varies || isBranch,
          image: around === 0 || image === run.image ? image : 0,
        });
        this.#goesOn.add(parent);
      } else if (around !== 0 && before < run.longest) this.#runs.set(around, { ...run, varies: true });
      this.#head.push(isUnnamed ? around || node : 0);
      this.#length.push(isUnnamed ? before + 1 : 0);
    }
  }

  #imageOf(node: number): number {
    return this.#model.methods[uint32At(this.#model.nodes.method, node)]?.image ?? 0;
  }

  #isUnnamed(method: number): boolean {
    this.#unnamed[method] ??= isUnnamedMethod(this.#model, method);
    return this.#unnamed[method];
  }
}
