import { isSvg, type PageElement, type PageNode } from '../../../core/document/page-node.ts';
import { element, setAttributes, setTextNode, svgElement, textNode } from '../dom.ts';
import { arrange } from './arrange.ts';

/** @param id of the pressed element */
export type Pressed = (id: string, beside: boolean) => void;

/** A document as elements. */
export class PageDocument {
  readonly #root: HTMLElement;
  /** What each element shows. */
  readonly #trees = new WeakMap<Node, PageNode>();

  constructor(root: HTMLElement, pressed: Pressed) {
    this.#root = root;
    root.addEventListener('click', ({ target, altKey }) => {
      const id = this.#pressAround(target);
      if (id !== undefined) pressed(id, altKey);
    });
  }

  /** A button that went leaves the focus to its successor, else to the headline: keys go on from there. */
  show(main: PageElement): void {
    const focused = this.#pressAround(document.activeElement);
    this.#showIn(this.#root, [main]);
    if (focused === undefined || this.#root.contains(document.activeElement)) return;
    const buttons = [...this.#root.querySelectorAll('button')];
    const successor = buttons.find((each) => this.#pressOf(each) === focused);
    (successor ?? this.#root.querySelector<HTMLElement>('h1'))?.focus();
  }

  #pressOf(node: Node): string | undefined {
    const shown = this.#trees.get(node);
    return typeof shown === 'object' ? shown.press : undefined;
  }

  /** Of the element or the nearest one around it. */
  #pressAround(target: EventTarget | null): string | undefined {
    for (let at = target instanceof Node ? target : null; at !== null; at = at.parentNode) {
      const press = this.#pressOf(at);
      if (press !== undefined) return press;
    }
    return undefined;
  }

  #showIn(parent: Element, children: readonly PageNode[]): void {
    const left = [...parent.childNodes];
    const wanted = children.map((child) => {
      const at = left.findIndex((each) => isSame(this.#trees.get(each), child));
      const [known] = at < 0 ? [] : left.splice(at, 1);
      return known === undefined ? drawn(child, this.#trees) : this.#changed(known, child);
    });
    arrange(parent, wanted);
  }

  #changed(known: ChildNode, now: PageNode): ChildNode {
    const before = this.#trees.get(known);
    this.#trees.set(known, now);
    if (typeof now === 'string') {
      if (known instanceof Text) setTextNode(known, now);
    } else if (known instanceof Element && typeof before === 'object') {
      setAttributes(known, asPressed(before).attributes, asPressed(now).attributes);
      this.#showIn(known, now.children);
    }
    return known;
  }
}

/** @param trees gets what each element shows */
export function drawn(each: PageNode, trees?: WeakMap<Node, PageNode>): ChildNode {
  const made = elementOf(each, trees);
  trees?.set(made, each);
  return made;
}

function elementOf(each: PageNode, trees?: WeakMap<Node, PageNode>): ChildNode {
  if (typeof each === 'string') return textNode(each);
  const { tag, attributes } = asPressed(each);
  const children = each.children.map((child) => drawn(child, trees));
  return isSvg(tag) ? svgElement(tag, attributes, children) : element(tag, { attributes }, children);
}

/** An element with another press is another one: who presses it twice must not press something else. */
function isSame(before: PageNode | undefined, now: PageNode): boolean {
  if (before === undefined || typeof before === 'string' || typeof now === 'string') return typeof before === typeof now;
  return before.tag === now.tag && before.press === now.press && before.key === now.key;
}

/** What can be pressed is a button, drawings aside. */
function asPressed(each: PageElement): PageElement {
  const { tag, attributes, press } = each;
  if (press === undefined || isSvg(tag)) return each;
  const { class: name = tag === 'a' ? 'link' : '' } = attributes;
  return { ...each, tag: 'button', attributes: { ...attributes, class: name, type: 'button' } };
}
