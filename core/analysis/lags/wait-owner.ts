import { uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import type { WaitsOn } from './lag.ts';

/** The owner's innermost frame of the app's code, else its innermost one: row of `model.nodes`, 0 if unknown. */
export function ownerFrameNode({ nodes }: SessionModel, { ownerNode }: Pick<WaitsOn, 'ownerNode'>, app: AppMethods): number {
  let node = ownerNode;
  while (node !== 0 && !app.has(uint32At(nodes.method, node))) node = uint32At(nodes.parent, node);
  return node === 0 ? ownerNode : node;
}
