import type { SessionModel } from '../../session/model/model.ts';
import { beforeAny } from '../../text/cuts.ts';
import { dottedClass, outerClass, packageOf } from './class-names.ts';

export interface AppClassOptions {
  /** Packages of sources; they match exactly. */
  readonly packages: readonly string[];
  /** Package prefixes: the application id, a setting. */
  readonly prefixes: readonly string[];
}

/** True for the app's own dotted classes; nested, anonymous and generated ones count as their source's. */
export function appClassPredicate({ packages, prefixes }: AppClassOptions): (dottedClass: string) => boolean {
  const exact = new Set(packages);
  const below = new Set(prefixes);
  const known = new Map<string, boolean>();
  return (dottedClass) => {
    const before = known.get(dottedClass);
    if (before !== undefined) return before;
    const inPackage = packageOf(outerClass(dottedClass));
    const isApp = exact.has(inPackage) || withOuter(inPackage).some((each) => below.has(each));
    if (known.size < MOST_KNOWN) known.set(dottedClass, isApp);
    return isApp;
  };
}

/** Packages without classes in the session belong to other projects. */
export function packagesIn(model: SessionModel, { packages, prefixes }: AppClassOptions): AppClassOptions {
  const present = new Set(model.methods.map((method) => packageOf(outerClass(dottedClass(method.class)))));
  const outer = new Set([...present].flatMap(withOuter));
  return { packages: packages.filter((each) => present.has(each)), prefixes: prefixes.filter((each) => outer.has(each)) };
}

/** A package, then those around it: `a.b.c`, `a.b`, `a`. Settings may name very many. */
function withOuter(inPackage: string): readonly string[] {
  const all = [inPackage];
  for (let dot = inPackage.lastIndexOf('.'); dot >= 0; dot = dot === 0 ? -1 : inPackage.lastIndexOf('.', dot - 1))
    all.push(inPackage.slice(0, dot));
  return all;
}

const MOST_KNOWN = 100_000;

/**
 * Package prefixes without sources: the application id, or the package of a desktop program's main class. The id's last parts are dropped
 * while it matches no class, as in `com.example.shop.debug`.
 */
export function appPrefixesOf(model: SessionModel): readonly string[] {
  const prefixes = new Set<string>();
  for (const run of model.runs) {
    const app = beforeAny(run.process?.app || run.hello?.process || '', ':');
    const isMainClass = run.hello?.os === 'jvm' && /\.\p{Lu}[\p{L}\p{N}_$]*$/u.test(app);
    const prefix = longestWithClasses(model, isMainClass ? packageOf(app) : app);
    if (prefix !== '') prefixes.add(prefix);
  }
  return [...prefixes];
}

function longestWithClasses(model: SessionModel, appId: string): string {
  for (let prefix = appId; prefix.includes('.'); prefix = prefix.slice(0, prefix.lastIndexOf('.'))) {
    const inside = `L${prefix.replaceAll('.', '/')}/`;
    if (model.methods.some((method) => method.class.startsWith(inside))) return prefix;
  }
  return appId;
}

/** `com.example.shop:sync`, `com.example.shop@10` and `com.example.shop.Main` give `com.example.shop`. */
export function appPackage(app: string): string {
  const id = beforeAny(app, ':@');
  const last = id.slice(id.lastIndexOf('.') + 1);
  return /^\p{Lu}/u.test(last) ? id.slice(0, Math.max(0, id.lastIndexOf('.'))) : id;
}
