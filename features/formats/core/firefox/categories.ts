/** Indices in `categories`. */
export const category = { other: 0, managed: 1, native: 2, lags: 3, collections: 4 } as const;

/** `meta.categories`; the grey one is the default. */
export const categories: readonly { readonly name: string; readonly color: string; readonly subcategories: readonly string[] }[] = [
  ['Other', 'grey'],
  ['Managed code', 'blue'],
  ['Native code', 'yellow'],
  ['Lags', 'red'],
  ['Garbage collection', 'orange'],
].map(([name = '', color = '']) => ({ name, color, subcategories: ['Other'] }));
