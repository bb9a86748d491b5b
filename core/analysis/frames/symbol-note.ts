import { uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
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
  if (method?.sourceFile.startsWith('r8-map-id-') === true) {
    const mapping = symbolsOf(model, 0);
    if (mapping?.confidence === 0 && mapping.why !== '') return { confidence: 'unknown', others, symbols: mapping };
  }
  return others === 0 ? undefined : { confidence, others, symbols: symbolsOf(model, image) };
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
