import { node, type PageElement, pressed } from '../../../core/document/page-node.ts';
import type { SourceRequest } from '../../../protocol/parse-from-page.ts';

/** What a press on a comparison's page does. */
export type ComparisonLink =
  | { readonly type: 'swap' }
  | { readonly type: 'session'; readonly path: string }
  | { readonly type: 'source'; readonly source: SourceRequest };

/** Ids of presses mean the same after the sides changed places: a press may come too late. */
export class ComparisonLinks {
  readonly #links = new Map<string, ComparisonLink>();

  /** Undefined for a press of an older page that leads nowhere now. */
  find(id: string): ComparisonLink | undefined {
    return this.#links.get(id);
  }

  /** @returns the press's id */
  add(id: string, link: ComparisonLink): string {
    this.#links.set(id, link);
    return id;
  }

  /** A text that a press follows. */
  text(id: string, link: ComparisonLink, text: string, title: string): PageElement {
    return pressed(this.add(id, link), node('a', { title }, text));
  }
}
