import * as v from 'valibot';

export type SchemaOf<T> = v.GenericSchema<unknown, T>;

/** A list with a limit, checked before its items are parsed. */
export function boundedList<T>(item: SchemaOf<T>, most: number): SchemaOf<readonly T[]> {
  return v.pipe(
    v.custom<unknown[]>((value) => Array.isArray(value) && value.length <= most),
    v.array(item),
  );
}

/** A fitting value, else undefined. */
export function maybe<T>(schema: SchemaOf<T>) {
  return v.fallback(v.optional(schema), undefined);
}

/** A text cut to this length. */
export function cutText(longest: number) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, longest)),
  );
}

/** A message without fields. */
export function bare<const Type extends string>(type: Type) {
  return v.object({ type: v.literal(type) });
}

/** From 0. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const finite = v.pipe(v.number(), v.finite());
