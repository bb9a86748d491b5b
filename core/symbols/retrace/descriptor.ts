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

export function typeDescriptor(typeName: string): string {
  let end = typeName.length;
  while (typeName.endsWith('[]', end)) end -= 2;
  const base = typeName.slice(0, end);
  return '['.repeat((typeName.length - end) / 2) + (letters[base] ?? `L${base.replaceAll('.', '/')};`);
}

/** @param parameters type names with commas between them */
export function methodDescriptor(parameters: string, returnType: string): string {
  const types = parameters === '' ? '' : parameters.split(',').map(typeDescriptor).join('');
  return `(${types})${typeDescriptor(returnType)}`;
}

export interface MethodTypes {
  /** Type names with commas between them. */
  readonly parameters: string;
  readonly returnType: string;
}

/**
 * The type names in a method's descriptor; undefined when it isn't one.
 * @param rename what a class is called instead
 */
export function parseMethodDescriptor(descriptor: string, rename: (className: string) => string = same): MethodTypes | undefined {
  const types = /(\[*)(?:([VZBCSIJFD])|L([^;()[]+);)|([()])/y;
  const names: string[] = [];
  let returns = -1;
  if (!descriptor.startsWith('(')) return undefined;
  for (let at = 1; at < descriptor.length; at = types.lastIndex) {
    types.lastIndex = at;
    const [, dimensions = '', letter, className, parenthesis] = types.exec(descriptor) ?? [];
    if (parenthesis === ')' && returns < 0) {
      returns = names.length;
      continue;
    }
    const base = letter === undefined ? className && rename(className.replaceAll('/', '.')) : words[letter];
    if (base === undefined || dimensions.length > MAX_DIMENSIONS) return undefined;
    names.push(base + '[]'.repeat(dimensions.length));
  }
  const returnType = names.pop();
  return returnType === undefined || names.length !== returns ? undefined : { parameters: names.join(','), returnType };
}

function same(name: string): string {
  return name;
}
