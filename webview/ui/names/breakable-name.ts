import { element, textNode } from '../dom.ts';

/** Behind punctuation, and before a capital letter. */
const BREAK = /(?<=[.$:/,()[\]{}<>])(?![.$:/,()[\]{}<>\s])|(?<=[\p{Ll}\d])(?=\p{Lu})/u;

/** Parts of a name, between which a line may end. */
export function nameParts(name: string): readonly string[] {
  return name.split(BREAK);
}

/** A name that ends its lines between parts. */
export function breakableName(name: string): readonly Node[] {
  return nameParts(name).flatMap((part, at) => (at === 0 ? [textNode(part)] : [element('wbr'), textNode(part)]));
}
