/**
 * A method as maps write it: `void com.example.Feed.bind(int,long)`, without blanks but the one behind the return type. The class
 * is there when it isn't the one that the map's lines are under: the method was inlined from there, or moved. Equal for equal methods.
 */
export type MethodText = string;

export function returnTypeOf(method: MethodText): string {
  return method.slice(0, method.indexOf(' '));
}

/** Type names with commas between them. */
export function parametersOf(method: MethodText): string {
  return method.slice(method.indexOf('(') + 1, -1);
}

/** With its class, if that is written. */
export function qualifiedNameOf(method: MethodText): string {
  return method.slice(method.indexOf(' ') + 1, method.indexOf('('));
}

/** `void com.example.Feed.bind(int)` renamed to `a` is `void a(int)`. */
export function renamed(method: MethodText, name: string): MethodText {
  return `${method.slice(0, method.indexOf(' ') + 1)}${name}${method.slice(method.indexOf('('))}`;
}
