import { writeBinaryPlist } from '../plist/binary-writer.ts';
import { readPlistDict } from '../plist/read.ts';
import { dictOf, isDict, type PlistDict, PlistError, PlistUid, type PlistValue, textOf } from '../plist/value.ts';

const MAX_DEPTH = 64;

/** Foundation's `NSKeyedArchiver` form of texts, numbers, lists and dictionaries. */
export function archive(value: PlistValue): Buffer {
  const objects: PlistValue[] = ['$null'];
  const classes = new Map<string, PlistUid>();
  const classOf = (name: string): PlistUid => {
    const known = classes.get(name);
    if (known !== undefined) return known;
    const uid = new PlistUid(objects.push({ $classname: name, $classes: [name, 'NSObject'] }) - 1);
    classes.set(name, uid);
    return uid;
  };
  const put = (each: PlistValue): PlistUid => {
    const index = objects.push('') - 1;
    if (Array.isArray(each)) objects[index] = { 'NS.objects': each.map(put), $class: classOf('NSArray') };
    else if (isDict(each)) {
      const entries = Object.entries(each).flatMap(([key, item]) => (item === undefined ? [] : [[key, item] as const]));
      const keys = entries.map(([key]) => put(key));
      objects[index] = { 'NS.keys': keys, 'NS.objects': entries.map(([, item]) => put(item)), $class: classOf('NSDictionary') };
    } else objects[index] = each;
    return new PlistUid(index);
  };
  const root = put(value);
  return writeBinaryPlist({ $version: 100_000, $archiver: 'NSKeyedArchiver', $top: { root }, $objects: objects });
}

/** Undefined for nil. Objects of unknown classes become dictionaries. @throws PlistError */
export function unarchive(bytes: Uint8Array): PlistValue | undefined {
  const archived = readPlistDict(bytes);
  const { $objects } = archived;
  const { root } = dictOf(archived, '$top');
  if (!Array.isArray($objects)) throw new PlistError('It is no archive.');
  const objects: readonly PlistValue[] = $objects;
  return new Archive(objects).value(root, 0);
}

/** Shared lists as text would exceed any memory. */
function keyText(key: PlistValue | undefined): string {
  if (typeof key === 'string' || typeof key === 'number') return String(key);
  throw new PlistError('The archive has a key that is no text.');
}

class Archive {
  readonly #objects: readonly PlistValue[];
  readonly #known = new Map<number, PlistValue | undefined>();

  constructor(objects: readonly PlistValue[]) {
    this.#objects = objects;
  }

  value(reference: PlistValue | undefined, depth: number): PlistValue | undefined {
    if (depth > MAX_DEPTH) throw new PlistError('The archive is nested too deeply.');
    if (!(reference instanceof PlistUid)) return reference;
    const { value: index } = reference;
    if (index === 0) return undefined;
    if (!this.#known.has(index)) this.#known.set(index, this.#object(this.#objects[index], depth));
    return this.#known.get(index);
  }

  #object(object: PlistValue | undefined, depth: number): PlistValue | undefined {
    if (!isDict(object)) return object;
    const values = (key: string): readonly (PlistValue | undefined)[] => {
      const list = object[key];
      return Array.isArray(list) ? list.map((each: PlistValue) => this.value(each, depth + 1)) : [];
    };
    const name = this.#className(object);
    if (/Dictionary/.test(name)) {
      const items = values('NS.objects');
      return Object.fromEntries(values('NS.keys').map((key, n) => [keyText(key), items[n]]));
    }
    if (/Array|Set/.test(name)) return values('NS.objects').filter((each) => each !== undefined);
    if (/String/.test(name)) return textOf(object, 'NS.string');
    if (/Data/.test(name)) return object['NS.data'];
    const fields = Object.entries(object).filter(([key]) => key !== '$class');
    return Object.fromEntries(fields.map(([key, each]) => [key, this.value(each, depth + 1)]));
  }

  #className(object: PlistDict): string {
    const { $class } = object;
    const described = $class instanceof PlistUid ? this.#objects[$class.value] : undefined;
    return isDict(described) ? textOf(described, '$classname') : '';
  }
}
