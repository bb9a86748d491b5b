/** `void com.example.Feed.bind(int,long)`. The class is there if the method was inlined or moved. Equal for equal methods. */
export type MethodText = string;

export function returnTypeOf(method: MethodText): string {
  return method.slice(0, method.indexOf(' '));
}

export function parametersOf(method: MethodText): string {
  return method.slice(method.indexOf('(') + 1, -1);
}

export function qualifiedNameOf(method: MethodText): string {
  return method.slice(method.indexOf(' ') + 1, method.indexOf('('));
}

/** `void com.example.Feed.bind(int)` renamed to `a` is `void a(int)`. */
export function renamed(method: MethodText, name: string): MethodText {
  return `${method.slice(0, method.indexOf(' ') + 1)}${name}${method.slice(method.indexOf('('))}`;
}
