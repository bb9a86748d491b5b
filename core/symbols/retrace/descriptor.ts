/** JVM descriptors (JVMS 4.3) and the type names that maps use: `[Lcom/example/Item;` is `com.example.Item[]`. */

const letters: Readonly<Record<string, string>> = {
  void: 'V',
  boolean: 'Z',
  byte: 'B',
  char: 'C',
  short: 'S',
  int: 'I',
  long: 'J',
  float: 'F',
  double: 'D',
};
const words: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(letters).map(([word, letter]) => [letter, word]));

/** The JVM allows 255 dimensions. */
const MAX_DIMENSIONS = 255;

function typeDescriptor(typeName: string): string {
  let end = typeName.length;
  while (typeName.endsWith('[]', end)) end -= 2;
  const base = typeName.slice(0, end);
  return '['.repeat((typeName.length - end) / 2) + (letters[base] ?? `L${base.replaceAll('.', '/')};`);
}

/** @param parameters type names separated by commas */
export function methodDescriptor(parameters: string, returnType: string): string {
  const types = parameters === '' ? '' : parameters.split(',').map(typeDescriptor).join('');
  return `(${types})${typeDescriptor(returnType)}`;
}

interface MethodTypes {
  readonly parameters: string;
  readonly returnType: string;
}

/**
 * Undefined for no descriptor.
 * @param rename gives a class's other name
 */
export function parseMethodDescriptor(descriptor: string, rename: (className: string) => string = same): MethodTypes | undefined {
  if (!descriptor.startsWith('(')) return undefined;
  const parameters: string[] = [];
  let at = 1;
  for (let isReturn = false; ; ) {
    if (!isReturn && descriptor[at] === ')') {
      isReturn = true;
      at++;
    }
    const begin = at;
    while (descriptor[at] === '[') at++;
    const end = endOfType(descriptor, at);
    if (end === at || at - begin > MAX_DIMENSIONS) return undefined;
    const isClass = end > at + 1;
    const base = isClass ? rename(descriptor.slice(at + 1, end - 1).replaceAll('/', '.')) : words[descriptor.charAt(at)];
    if (base === undefined) return undefined;
    const type = at === begin ? base : base + '[]'.repeat(at - begin);
    if (isReturn) return end === descriptor.length ? { parameters: parameters.join(','), returnType: type } : undefined;
    parameters.push(type);
    at = end;
  }
}

/** Behind a type's letter or a class's semicolon; `at` if there is neither. */
function endOfType(descriptor: string, at: number): number {
  if (at >= descriptor.length) return at;
  if (descriptor[at] !== 'L') return at + 1;
  const semicolon = descriptor.indexOf(';', at);
  if (semicolon <= at + 1) return at;
  for (let i = at + 1; i < semicolon; i++) if ('([)'.includes(descriptor.charAt(i))) return at;
  return semicolon + 1;
}

function same(name: string): string {
  return name;
}
