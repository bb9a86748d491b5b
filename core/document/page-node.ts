type HtmlTag =
  | ('main' | 'header' | 'nav' | 'section' | 'figure' | 'figcaption' | 'div' | 'p' | 'span' | 'strong' | 'code' | 'a' | 'button')
  | (
      | 'h1'
      | 'h2'
      | 'h3'
      | 'ul'
      | 'ol'
      | 'li'
      | 'pre'
      | 'details'
      | 'summary'
      | 'dl'
      | 'dt'
      | 'dd'
      | 'table'
      | 'thead'
      | 'tbody'
      | 'tr'
      | 'th'
      | 'td'
    );

const svgTags = ['svg', 'g', 'rect', 'line', 'circle', 'path', 'text', 'title', 'tspan'] as const;

type SvgTag = (typeof svgTags)[number];

export type PageTag = HtmlTag | SvgTag;

/** An element of a page. Strings are outside text, which the drawing side makes harmless. */
export interface PageElement {
  readonly tag: PageTag;
  /** Names of ours. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly PageNode[];
  /** Id of what a press does; links have one. */
  readonly press?: string;
  /** Tells it from other elements of its kind in the next tree of the same page. */
  readonly key?: string;
}

export type PageNode = PageElement | string;

/** Between elements, so that a file has lines; a page shows nothing of it. */
export const LINE_BREAK = '\n';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Undefined attributes are left out. */
export function node(tag: PageTag, attributes: Attributes = {}, ...children: readonly (PageNode | readonly PageNode[])[]): PageElement {
  const given = Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));
  return { tag, attributes: Object.fromEntries(given), children: children.flat() };
}

export function pressed(press: string, element: PageElement): PageElement {
  return { ...element, press };
}

export function keyed(key: string, element: PageElement): PageElement {
  return { ...element, key };
}

/** Drawn in the namespace of SVG. */
export function isSvg(tag: PageTag): tag is SvgTag {
  return svgTags.some((each) => each === tag);
}
