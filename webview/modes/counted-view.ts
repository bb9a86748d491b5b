import type { ShownView } from './view-contents.ts';

/** Adds to graph and table how often samples saw a call of each function, by row of `model.methods`. */
export function countedView(view: ShownView, arrivals: ReadonlyMap<number, number>): ShownView {
  switch (view.mode) {
    case 'sandwich':
      return view;
    case 'table':
      return { mode: 'table', table: { ...view.table, arrivalsOf: (method) => arrivals.get(method) } };
    default: {
      const { content } = view;
      const facts: typeof content.facts = (item) => ({ ...content.facts(item), arrivals: arrivals.get(content.methodOf(item)) });
      return { ...view, content: { ...content, facts } };
    }
  }
}
