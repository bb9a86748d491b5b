import type { SessionModel } from '../../session/model/model.ts';
import type { SymbolsFact } from '../../session/names/run-names.ts';
import { isOfSystem } from './app-images.ts';

export interface SymbolRow {
  readonly run: number;
  /** Agent's id of the image, 0 for the mapping. */
  readonly image: number;
  /** On the device, '' for the mapping. */
  readonly path: string;
  /** Build id, UUID or mapping id, '' if unknown. */
  readonly id: string;
  /** Undefined until searched. */
  readonly facts: SymbolsFact | undefined;
}

/** The mapping, then images seen on stacks or searched, the app's own first. The latest of several runs of one build. */
export function symbolRows(model: SessionModel): readonly SymbolRow[] {
  const seen = new Set(model.methods.map(({ image }) => image));
  const rows = new Map<string, SymbolRow>();
  const add = (row: SymbolRow): void => {
    const key = `${row.path}\n${row.id}`;
    if (!rows.has(key)) rows.set(key, row);
  };
  for (const run of model.runs.toReversed()) {
    const { symbols } = run.names;
    const mapping = symbols.get(0);
    if (mapping !== undefined) add({ run: run.index, image: 0, path: '', id: mapping.neededId, facts: mapping });
    for (const { id: image, row } of run.images) {
      const facts = symbols.get(image);
      const file = model.images[row];
      if (image === 0 || file === undefined || (facts === undefined && !seen.has(row))) continue;
      add({ run: run.index, image, path: file.path, id: file.id, facts });
    }
  }
  const order = (row: SymbolRow): number => (row.image === 0 ? 0 : isOfSystem(row.path) ? 2 : 1);
  return [...rows.values()].sort((a, b) => order(a) - order(b) || a.path.localeCompare(b.path));
}

/** Parts of the latest run without symbols of their very build: possibly renamed classes, and the app's libraries. */
export function missingBuilds(model: SessionModel): readonly SymbolRow[] {
  const run = model.runs.at(-1);
  const missing: SymbolRow[] = [];
  for (const [image, facts] of run?.names.symbols ?? []) {
    const file = model.images[run?.images.find(({ id }) => id === image)?.row ?? 0];
    const path = image === 0 ? '' : (file?.path ?? '');
    // The very build without lines is fine.
    const isMissing = facts.confidence === 0 || (image === 0 && facts.confidence === 1);
    if (run === undefined || !isMissing || facts.why === '' || isOfSystem(path)) continue;
    missing.push({ run: run.index, image, path, id: facts.neededId, facts });
  }
  return missing.sort((a, b) => a.image - b.image);
}
