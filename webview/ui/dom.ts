import { SWAP } from '../../core/document/icon.ts';
import { printableLines } from '../../core/text/printable.ts';

/** `text` becomes text, never markup. */
interface ElementOptions {
  readonly class?: string;
  readonly text?: string;
  readonly title?: string;
  readonly role?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  options: ElementOptions = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (options.class !== undefined) made.className = options.class;
  if (options.text !== undefined) made.textContent = printableLines(options.text);
  if (options.title !== undefined) made.title = printableLines(options.title);
  if (options.role !== undefined) made.setAttribute('role', options.role);
  for (const [key, value] of Object.entries(options.attributes ?? {})) made.setAttribute(key, printableLines(value));
  made.append(...children);
  return made;
}

/** An unchanged text is not written: no layout, no screen reader output. */
export function setText(node: Element, value: string): void {
  const shown = printableLines(value);
  if (node.textContent !== shown) node.textContent = shown;
}

/** Sets the tooltip. */
export function setTitle(node: HTMLElement, value: string): void {
  const shown = printableLines(value);
  if (node.title !== shown) node.title = shown;
}

/** Sets the name for screen readers. */
export function setLabel(node: Element, value: string): void {
  node.ariaLabel = printableLines(value);
}

export function textNode(value: string): Text {
  return document.createTextNode(printableLines(value));
}

/** As `setText`. */
export function setTextNode(node: Text, value: string): void {
  const shown = printableLines(value);
  if (node.data !== shown) node.data = shown;
}

type Attributes = Readonly<Record<string, string>>;

/** Writes what differs; attributes that are in neither stay. */
export function setAttributes(node: Element, before: Attributes, now: Attributes): void {
  for (const name of Object.keys(before)) if (!Object.hasOwn(now, name)) node.removeAttribute(name);
  for (const [name, value] of Object.entries(now)) if (before[name] !== value) node.setAttribute(name, printableLines(value));
}

/** Pointer position in CSS pixels from the element's upper left corner. */
export function pointIn(node: HTMLElement, event: Pick<MouseEvent, 'clientX' | 'clientY'>): { readonly x: number; readonly y: number } {
  const { left, top } = node.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

const SVG = 'http://www.w3.org/2000/svg';

export function svgElement(
  name: keyof SVGElementTagNameMap,
  attributes: Readonly<Record<string, string>>,
  children: readonly Node[],
): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, printableLines(value));
  made.append(...children);
  return made;
}

/** Path data on 16 x 16. */
const icons = {
  pause: 'M4.5 3h2.2v10H4.5zM9.3 3h2.2v10H9.3z',
  play: 'M4.5 2.8v10.4l8.6-5.2z',
  mark: 'M4 2h8v12l-4-3.2L4 14z',
  stop: 'M3.5 3.5h9v9h-9z',
  save: 'M8 1.8v7l2.6-2.6.9.9L8 10.7 4.5 7.1l.9-.9L8 8.8zM2.5 12.2h11v1.3h-11z',
  share: 'M8 1.4l3.4 3.5-.9.9-1.9-1.9v6.4H7.4V3.9L5.5 5.8l-.9-.9zM3 7.5h2.4v1.3H4.3v4.4h7.4V8.8h-1.1V7.5H13v7H3z',
  info: 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13m0 1.2a5.3 5.3 0 1 0 0 10.6A5.3 5.3 0 0 0 8 2.7M7.4 7h1.2v4.4H7.4zm0-2.2h1.2V6H7.4z',
  warning: 'M8 1.6 15 14H1zM7.4 6v4.2h1.2V6zm0 5.1v1.3h1.2v-1.3z',
  search: 'M6.8 2a4.8 4.8 0 1 0 2.9 8.6l3.4 3.4.9-.9-3.4-3.4A4.8 4.8 0 0 0 6.8 2m0 1.3a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7',
  close: 'M8 7.1 11.6 3.5l.9.9L8.9 8l3.6 3.6-.9.9L8 8.9l-3.6 3.6-.9-.9L7.1 8 3.5 4.4l.9-.9z',
  help: 'M2 4h12v8H2zm1.2 1.2v5.6h9.6V5.2zM4.4 6.2h1.2v1.2H4.4zm2.2 0h1.2v1.2H6.6zm2.2 0H10v1.2H8.8zm2 0H12v1.2h-1.2zM5.2 8.6h5.6v1.2H5.2z',
  fit: 'M2 2h4.4v1.3H3.3v3.1H2zm7.6 0H14v4.4h-1.3V3.3H9.6zM2 9.6h1.3v3.1h3.1V14H2zm10.7 0H14V14H9.6v-1.3h3.1z',
  threads: 'M2 2.5h3v8H2zM6.5 2.5h3v11h-3zM11 2.5h3V7h-3z',
  down: 'M4.1 6 8 9.9 11.9 6l.9.9L8 11.7 3.2 6.9z',
  swap: SWAP,
  earlier: 'M10.4 3l.9.9L7.2 8l4.1 4.1-.9.9L5.4 8z',
  later: 'M5.6 3l-.9.9L8.8 8l-4.1 4.1.9.9 5-5z',
  repeat: 'M8 3.2V.8L4.6 3.9 8 7V4.5a3.9 3.9 0 1 1-3.9 3.9H2.8A5.2 5.2 0 1 0 8 3.2z',
  compare: 'M2 3h5v10H2zm1.3 1.3v7.4h2.4V4.3zM9 3h5v10H9z',
  follow: 'M2.5 3v10l6-5zM9.5 3v10h1.6V3zm3 0v10h1V3z',
} as const;

export type IconName = keyof typeof icons;

/** Has the colour of the text around it. Screen readers skip it: its button needs a label. */
export function icon(name: IconName): SVGElement {
  const path = svgElement('path', { d: icons[name], 'fill-rule': 'evenodd' }, []);
  return svgElement('svg', { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' }, [path]);
}

/** Styled as VS Code's secondary buttons. */
export function textButton(label: string, pressed: () => void): HTMLButtonElement {
  const button = element('button', { class: 'text-button', text: label, attributes: { type: 'button' } });
  button.addEventListener('click', pressed);
  return button;
}

/** A toolbar button; the label is also its tooltip. */
export function iconButton(name: IconName, label: string, pressed: () => void): HTMLButtonElement {
  const button = element('button', { class: 'icon-button', title: label, attributes: { type: 'button', 'aria-label': label } }, [
    icon(name),
  ]);
  button.addEventListener('click', pressed);
  return button;
}
