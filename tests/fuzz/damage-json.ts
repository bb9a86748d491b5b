const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

function oddValue(random: () => number): unknown {
  const values = [
    null,
    true,
    '',
    'x'.repeat(below(random, 60_000)),
    '__proto__',
    -1,
    0.5,
    -0,
    1e308,
    2 ** 53,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    Array.from({ length: below(random, 3_000) }, (_, i) => i),
    nested(below(random, 300)),
    Object.fromEntries(['length', 'constructor', 'toString', 'then', 'toJSON'].map((name) => [name, 7])),
  ];
  return values[below(random, values.length)];
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** The value with one to four parts replaced by odd ones, or removed. */
function alteredValue(value: unknown, random: () => number): unknown {
  let result = value;
  for (let i = below(random, 4); i >= 0; i--) result = changed(result, random, 0);
  return result;
}

function changed(value: unknown, random: () => number, depth: number): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.15 || depth > 40) {
    return typeof value === 'number' && random() < 0.4 ? value + below(random, 2_000_001) - 1_000_000 : oddValue(random);
  }
  const entries = Object.entries(value);
  const at = below(random, entries.length + 1);
  const way = random();
  const others = entries.flatMap(([key, item], i) => {
    if (i !== at) return [[key, item] as const];
    if (way < 0.1) return [];
    // Repeated: lists grow, objects have a name once.
    return way < 0.2 ? [[key, item] as const, [`${key}2`, item] as const] : [[key, changed(item, random, depth + 1)] as const];
  });
  return Array.isArray(value) ? others.map(([, item]) => item) : Object.fromEntries(others);
}

/** Altered JSON as bytes; other seeds give JSON of their own. */
export function alteredJson(seed: Uint8Array, random: () => number): Uint8Array {
  const value: unknown = JSON.parse(new TextDecoder().decode(seed));
  return new TextEncoder().encode(JSON.stringify(alteredValue(value, random)) ?? 'null');
}
