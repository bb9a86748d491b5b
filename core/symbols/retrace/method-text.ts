/**
 * A method as maps write it: `void com.example.Feed.bind(int,long)`. The class is there if it isn't the one of the lines: the
 * method was inlined or moved. Equal for equal methods.
 */
export type MethodText = string;

export function returnTypeOf(method: MethodText): string {
  return method.slice(0, method.indexOf(' '));
}

/** Type names separated by commas. */
export function parametersOf(method: MethodText): string {
  return method.slice(method.indexOf('(') + 1, -1);
}

/** With its class, if written. */
export function qualifiedNameOf(method: MethodText): string {
  return method.slice(method.indexOf(' ') + 1, method.indexOf('('));
}

/** `void com.example.Feed.bind(int)` renamed to `a` is `void a(int)`. */
export function renamed(method: MethodText, name: string): MethodText {
  return `${method.slice(0, method.indexOf(' ') + 1)}${name}${method.slice(method.indexOf('('))}`;
}
