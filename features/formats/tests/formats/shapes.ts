/** Types of a JSON value by path: `threads[].samples.stack[]` -> `null`, `number`. */
export function shapesOf(value: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const shapes = new Map<string, Set<string>>();
  const waiting: { readonly path: string; readonly value: unknown }[] = [{ path: '', value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value: each } = next;
    const type = each === null ? 'null' : Array.isArray(each) ? 'list' : typeof each;
    shapes.set(path, (shapes.get(path) ?? new Set()).add(type));
    if (Array.isArray(each)) for (const item of each) waiting.push({ path: `${path}[]`, value: item });
    else if (typeof each === 'object' && each !== null)
      for (const [key, item] of Object.entries(each)) waiting.push({ path: path === '' ? key : `${path}.${key}`, value: item });
  }
  return shapes;
}
