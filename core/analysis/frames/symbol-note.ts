import { uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Method } from '../../session/names/method-table.ts';
import type { SymbolsFact } from '../../session/names/run-names.ts';
import { frameOf, type NameConfidence } from './frame.ts';

export interface SymbolNote {
  readonly confidence: NameConfidence;
  readonly others: number;
  /** Facts on the needed symbols, undefined if never searched. */
  readonly symbols: SymbolsFact | undefined;
}

/** Confidence of a node's name; undefined for the app's own. Renamed classes without their build's mapping are no names. */
export function symbolNote(model: SessionModel, node: number): SymbolNote | undefined {
  const { confidence, others } = frameOf(model, node);
  const method = model.methods[uint32At(model.nodes.method, node)];
  const image = method?.image ?? 0;
  if (confidence !== 'app') return { confidence, others, symbols: symbolsOf(model, image) };
  const mapping = method === undefined ? undefined : missingMapping(model, method);
  if (mapping !== undefined) return { confidence: 'unknown', others, symbols: mapping };
  return others === 0 ? undefined : { confidence, others, symbols: symbolsOf(model, image) };
}

/** R8's own mark of a class that it renamed. */
export function isOfRenamedClass({ sourceFile }: Pick<Method, 'sourceFile'>): boolean {
  return sourceFile.startsWith('r8-map-id-');
}

/** @param row of `model.methods` @returns whether its class was renamed and has no mapping here */
export function isRenamed(model: SessionModel, row: number): boolean {
  const method = model.methods[row];
  return method !== undefined && missingMapping(model, method) !== undefined;
}

function missingMapping(model: SessionModel, method: Method): SymbolsFact | undefined {
  const mapping = isOfRenamedClass(method) ? symbolsOf(model, 0) : undefined;
  return mapping?.confidence === 0 && mapping.why !== '' ? mapping : undefined;
}

/** Newest facts on an image (row of `model.images`; 0: the mapping of classes). */
function symbolsOf(model: SessionModel, image: number): SymbolsFact | undefined {
  for (const run of model.runs.toReversed()) {
    const id = image === 0 ? 0 : run.images.find((other) => other.row === image)?.id;
    const fact = id === undefined ? undefined : run.names.symbols.get(id);
    if (fact !== undefined) return fact;
  }
  return undefined;
}
