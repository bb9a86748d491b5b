import { beforeAny } from '../../../../core/text/cuts.ts';

/** Packages of systems, languages and tools. */
const SYSTEM = /^(?:android|androidx|com\.android|com\.google|com\.sun|dalvik|java|javax|jdk|kotlin|kotlinx|libcore|sun|org\.jetbrains)\./;
/** Leading names of a package: `com.example.shop` of `com.example.shop.cart`. */
const NAMES = 3;

/**
 * The package with most methods, but systems'; '' if there is none.
 * @param classes JVM type signatures, one of each method
 */
export function commonPackage(classes: Iterable<string>): string {
  const counts = new Map<string, number>();
  let best = '';
  for (const signature of classes) {
    const names = signature.slice(1, -1).split('/').slice(0, -1);
    const inPackage = names.slice(0, NAMES).join('.');
    if (names.length < 2 || SYSTEM.test(`${inPackage}.`)) continue;
    const count = (counts.get(inPackage) ?? 0) + 1;
    counts.set(inPackage, count);
    if (count > (counts.get(best) ?? 0)) best = inPackage;
  }
  return best;
}

/** True if classes are in the application id's package, or one of its first two names: `com.example` of `com.example.shop.debug`. */
export function hasClassesOf(appId: string, classes: Iterable<string>): boolean {
  const names = beforeAny(appId, ':@').split('.').slice(0, 2);
  if (names.length < 2) return false;
  const begin = `L${names.join('/')}/`;
  for (const signature of classes) if (signature.startsWith(begin)) return true;
  return false;
}
