import type { TurnFigures } from '../support/turn-figures.ts';

/** What opening one file came to. */
export interface OpenedFigures {
  readonly seconds: number;
  readonly turns: TurnFigures;
  /** Samples of the model; of a report its letters, of symbols the questions that were answered. */
  readonly samples: number;
}

export function isOpenedFigures(value: unknown): value is OpenedFigures {
  return typeof value === 'object' && value !== null && 'seconds' in value && 'turns' in value;
}
