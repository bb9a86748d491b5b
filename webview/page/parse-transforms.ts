import * as v from 'valibot';
import { functionTransforms, MOST_TRANSFORMS, pathTransforms, plainTransforms, type Transform } from '../../core/trees/transform.ts';
import { boundedList, maybe } from '../../protocol/schemas.ts';

/** Longest name and deepest path of a stored transform. */
const LONGEST_KEY = 20_000;
const DEEPEST_PATH = 20_000;

/** Identifies a function, lag or group. */
export const storedKey = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_KEY));

const transform = v.variant('type', [
  v.object({ type: v.picklist(functionTransforms), function: storedKey }),
  v.object({ type: v.picklist(pathTransforms), path: v.pipe(boundedList(storedKey, DEEPEST_PATH), v.minLength(1)) }),
  v.object({ type: v.picklist(plainTransforms) }),
  v.object({ type: v.literal('focusCategory'), category: storedKey }),
  v.object({ type: v.literal('collapseLibrary'), library: storedKey }),
]);

/** Stored or linked transforms; invalid ones are left out. */
export const storedTransforms = v.pipe(
  v.custom<unknown[]>(Array.isArray),
  v.transform((stored) => stored.slice(0, MOST_TRANSFORMS)),
  v.array(maybe(transform)),
  v.transform((parsed): readonly Transform[] => parsed.filter((each) => each !== undefined)),
);
