import type { SessionModel } from '../../session/model/model.ts';
import { dottedClass } from './class-names.ts';
import { stableFunction } from './stable-name.ts';

/**
 * A method's name that survives rebuilds; overloads share it. Unnamed native code has its library's, since addresses change. '' for the
 * unknown method.
 */
export function methodKey(model: SessionModel, row: number): string {
  const method = model.methods[row];
  if (method === undefined) return '';
  if (method.offset >= 0) return model.images[method.image]?.path.split('/').at(-1) ?? '';
  return stableFunction(dottedClass(method.class), method.name);
}
