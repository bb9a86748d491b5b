import type { SourcePlace } from '../../../core/analysis/measures/measured-session.ts';
import { background } from '../../../core/guarded.ts';
import { type WorkspacePlace, WorkspaceSources } from '../../../host/folders/source-places.ts';

/** New files are found so late. */
const FRESH_MS = 30_000;
const isSource = (name: string): boolean => /\.(?:kt|java|swift|mm?|cc?|cpp|cxx|hh?|hpp|rs|dart|jsx?|tsx?|kts)$/i.test(name);

/** The index of a workspace's sources, renewed in the background. */
export class Sources {
  readonly #workspace: string;
  #index: Promise<WorkspaceSources> | undefined;
  #readMs = 0;

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  async placeOf(): Promise<(place: SourcePlace) => WorkspacePlace | undefined> {
    const before = this.#index;
    if (before === undefined || performance.now() - this.#readMs > FRESH_MS) {
      this.#readMs = performance.now();
      const read = WorkspaceSources.read(this.#workspace, isSource, () => undefined);
      this.#index = read;
      if (before !== undefined) background(read.then(), () => undefined);
    }
    const sources = await (before ?? this.#index);
    return (place) => sources?.placeOf(place);
  }
}
