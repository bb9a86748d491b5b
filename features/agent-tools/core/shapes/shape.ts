import type { DataText } from './data-text.ts';

/** Values of arguments and answers: their parser, their types and their JSON Schema come from one description. */
export type Shape =
  | { readonly kind: 'text'; readonly about: string; readonly most: number }
  /** Text from an app or a file. */
  | { readonly kind: 'data'; readonly about: string }
  | { readonly kind: 'number'; readonly about: string; readonly least: number; readonly most: number }
  | { readonly kind: 'flag'; readonly about: string }
  | { readonly kind: 'choice'; readonly about: string; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly about: string; readonly item: Shape; readonly least: number; readonly most: number }
  | { readonly kind: 'object'; readonly about: string; readonly fields: Fields }
  | { readonly kind: 'optional'; readonly of: Shape; readonly fallback: unknown };

export interface Fields {
  readonly [name: string]: Shape;
}

type OptionalKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly kind: 'optional'; readonly fallback: undefined } ? K : never;
}[keyof F];

/** The type of values with these fields. */
export type FieldsOf<F extends Fields> = { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOf<F[K]> } & {
  readonly [K in OptionalKeys<F>]?: ValueOf<F[K]>;
};

export type ValueOf<S extends Shape> = S extends { readonly kind: 'text' }
  ? string
  : S extends { readonly kind: 'data' }
    ? DataText
    : S extends { readonly kind: 'number' }
      ? number
      : S extends { readonly kind: 'flag' }
        ? boolean
        : S extends { readonly kind: 'choice'; readonly words: readonly (infer Word)[] }
          ? Word
          : S extends { readonly kind: 'list'; readonly item: infer Item extends Shape }
            ? readonly ValueOf<Item>[]
            : S extends { readonly kind: 'object'; readonly fields: infer F extends Fields }
              ? FieldsOf<F>
              : S extends { readonly kind: 'optional'; readonly of: infer Of extends Shape; readonly fallback: infer Fallback }
                ? ValueOf<Of> | Extract<Fallback, undefined>
                : never;

const LONGEST_TEXT = 1_000;
/** Longer lists are no arguments, and no answers. */
const LONGEST_LIST = 1_000;

/** A handle or a path. */
export function text(about: string, most = LONGEST_TEXT) {
  return { kind: 'text', about, most } as const;
}

export function data(about: string) {
  return { kind: 'data', about } as const;
}

export function number(about: string, least = 0, most = Number.MAX_SAFE_INTEGER) {
  return { kind: 'number', about, least, most } as const;
}

export function flag(about: string) {
  return { kind: 'flag', about } as const;
}

export function choice<const Words extends readonly string[]>(about: string, words: Words) {
  return { kind: 'choice', about, words } as const;
}

export function list<const Item extends Shape>(about: string, item: Item, least = 0, most = LONGEST_LIST) {
  return { kind: 'list', about, item, least, most } as const;
}

export function object<const F extends Fields>(about: string, fields: F) {
  return { kind: 'object', about, fields } as const;
}

/** May be left out. */
export function maybe<const S extends Shape>(of: S) {
  return { kind: 'optional', of, fallback: undefined } as const;
}

/** As `maybe`, with a value in its place. */
export function usually<const S extends Shape>(of: S, fallback: number | string | boolean) {
  return { kind: 'optional', of, fallback } as const;
}
