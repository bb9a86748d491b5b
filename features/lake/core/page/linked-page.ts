import type { PageElement } from '../../../../core/document/page-node.ts';

/** A session, and its lag if one is meant. */
export interface LagLink {
  /** File that the session was read from, as the lake has it. */
  readonly path: string;
  readonly lag: string | undefined;
}

export interface LakePage {
  /** For the tab. */
  readonly title: string;
  readonly main: PageElement;
  /** Indexed by the press of an element. */
  readonly links: readonly LagLink[];
}
