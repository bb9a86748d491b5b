/** A keybinding or task may name the mark: `{"name": "checkout"}`. Undefined when it does not. */
export function markName(argument: unknown): string | undefined {
  const name: unknown = Object(argument).name;
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}
