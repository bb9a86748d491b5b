import type { TurnFigures } from '../support/turn-figures.ts';

export interface OpenedFigures {
  readonly seconds: number;
  readonly turns: TurnFigures;
  /** Samples of the model, letters of a report, or answered questions about symbols. */
  readonly samples: number;
}

export function isOpenedFigures(value: unknown): value is OpenedFigures {
  return typeof value === 'object' && value !== null && 'seconds' in value && 'turns' in value;
}
