import * as v from 'valibot';

/** A schema whose values are `T`. */
export type SchemaOf<T> = v.GenericSchema<unknown, T>;

/** A list of at most so many items: valibot alone would parse them all before it counts them. */
export function boundedList<T>(item: SchemaOf<T>, most: number): SchemaOf<T[]> {
  return v.pipe(
    v.custom<unknown[]>((value) => Array.isArray(value) && value.length <= most),
    v.array(item),
  );
}

/** A value that fits, undefined when it is missing or anything else. */
export function maybe<T>(schema: SchemaOf<T>) {
  return v.fallback(v.optional(schema), undefined);
}

/** A text of any length, cut to this one. */
export function cutText(longest: number) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, longest)),
  );
}

export const finite = v.pipe(v.number(), v.finite());
