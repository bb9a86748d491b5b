import type { SessionModel } from '../../session/model/model.ts';
import { dottedClass } from './class-names.ts';
import { stableFunction } from './stable-name.ts';

/**
 * A method (row of `model.methods`) by a name that survives a rebuild; overloads are one. Native code without a name is known by its
 * library, since its addresses are others in each build; '' is the unknown method.
 */
export function methodKey(model: SessionModel, row: number): string {
  const method = model.methods[row];
  if (method === undefined) return '';
  if (method.offset >= 0) return model.images[method.image]?.path.split('/').at(-1) ?? '';
  return stableFunction(dottedClass(method.class), method.name);
}
