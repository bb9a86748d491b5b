const PRIMITIVES: ReadonlyMap<string, string> = new Map([
  ['void', 'V'],
  ['boolean', 'Z'],
  ['byte', 'B'],
  ['char', 'C'],
  ['short', 'S'],
  ['int', 'I'],
  ['long', 'J'],
  ['float', 'F'],
  ['double', 'D'],
]);

export function isPrimitive(type: string): boolean {
  return PRIMITIVES.has(type);
}

/**
 * JVM descriptor of types as ART's `PrettyMethod` writes them (art/runtime/art_method.cc): `boolean[]`, `(int, java.lang.String)` ->
 * `(ILjava/lang/String;)[Z`. Undefined for texts that are no types.
 */
export function descriptorOf(returned: string, parameters: string): string | undefined {
  const list = parameters.trim() === '' ? [] : withoutGenerics(parameters).split(',');
  const types = [...list, withoutGenerics(returned)].map((each) => typeDescriptor(each.trim()));
  if (types.includes('')) return undefined;
  return `(${types.slice(0, -1).join('')})${types.at(-1) ?? ''}`;
}

function typeDescriptor(type: string): string {
  let element = type.endsWith('...') ? `${type.slice(0, -3)}[]` : type;
  let dimensions = '';
  while (element.endsWith('[]')) {
    element = element.slice(0, -2);
    dimensions += '[';
  }
  const primitive = PRIMITIVES.get(element);
  if (primitive !== undefined) return dimensions + primitive;
  return /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u.test(element) ? `${dimensions}L${element.replaceAll('.', '/')};` : '';
}

/** `java.util.Map<K, V>` -> `java.util.Map`; `<init>` and the like stay. */
export function withoutGenerics(text: string): string {
  if (!text.includes('<')) return text;
  let kept = '';
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '<' && (depth > 0 || (at > 0 && !'.;>:#'.includes(text[at - 1] ?? '')))) {
      if (depth++ === 0) kept += text.slice(from, at);
    } else if (sign === '>' && depth > 0 && --depth === 0) from = at + 1;
  }
  return depth > 0 ? text : kept + text.slice(from);
}
