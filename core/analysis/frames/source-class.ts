import type { SessionModel } from '../../session/model/model.ts';
import { dottedClass } from './class-names.ts';

/** Dotted source name of an agent's class (row of `model.strings`), '' if unknown. */
export function sourceClass(model: SessionModel, run: number, text: number | undefined): string {
  const built = dottedClass(model.strings[text ?? 0] ?? '');
  return model.runs[run]?.names.classes.get(built) ?? built;
}
