import { outerClass, packageOf } from './names.ts';

/** Which classes count as the developer's own. */
export interface AppClassOptions {
  /** Packages declared in sources; they match exactly. */
  readonly packages: readonly string[];
  /** Packages that match with all below them: the application id, a setting. */
  readonly prefixes: readonly string[];
}

/** Tells whether a dotted class is the app's own. Nested, anonymous and generated classes count as the class they are written in. */
export function appClassPredicate({ packages, prefixes }: AppClassOptions): (dottedClass: string) => boolean {
  const exact = new Set(packages);
  const known = new Map<string, boolean>();
  return (dottedClass) => {
    const before = known.get(dottedClass);
    if (before !== undefined) return before;
    const inPackage = packageOf(outerClass(dottedClass));
    const isApp = exact.has(inPackage) || prefixes.some((prefix) => inPackage === prefix || inPackage.startsWith(`${prefix}.`));
    if (known.size < MOST_KNOWN) known.set(dottedClass, isApp);
    return isApp;
  };
}

/** Classes whose answer is remembered. */
const MOST_KNOWN = 100_000;
