import { LabelFitter } from '../names/fitted-label.ts';

/** Measures labels in a CSS font. */
export function labelFitter(font: string): LabelFitter {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  return new LabelFitter((text) => context?.measureText(text).width ?? text.length * 7);
}
