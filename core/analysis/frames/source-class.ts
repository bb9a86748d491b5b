import type { SessionModel } from '../../session/model/model.ts';
import { dottedClass } from './class-names.ts';

/** Dotted name, as in the source, of a class that an agent named (row of `model.strings`); '' unknown. */
export function sourceClass(model: SessionModel, run: number, text: number | undefined): string {
  const built = dottedClass(model.strings[text ?? 0] ?? '');
  return model.runs[run]?.names.classes.get(built) ?? built;
}
