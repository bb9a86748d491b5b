import type { AppClasses } from '../extension/page-protocol.ts';

/**
 * What counts as the developer's own code: packages of the workspace's sources exactly, the fallbacks (a setting, and the
 * app ids of the session) with all packages below them. A main class counts by its package.
 * @param apps application ids or main classes; asked each time, as a session learns them while it goes on
 */
export function appClassTest(classes: AppClasses, apps: () => readonly string[]): (dottedClass: string) => boolean {
  const packages = new Set(classes.packages);
  const isBelow = (dottedClass: string, prefix: string): boolean => prefix !== '' && dottedClass.startsWith(`${prefix}.`);
  return (dottedClass) => {
    if (packages.has(packageOf(dottedClass))) return true;
    return classes.prefixes.some((prefix) => isBelow(dottedClass, prefix)) || apps().some((app) => isBelow(dottedClass, appPackage(app)));
  };
}

function packageOf(dottedClass: string): string {
  return dottedClass.slice(0, Math.max(0, dottedClass.lastIndexOf('.')));
}

/** `com.example.shop:sync` and `com.example.shop.Main` are both `com.example.shop`. */
function appPackage(app: string): string {
  const id = app.replace(/[:@].*$/, '');
  const last = id.slice(id.lastIndexOf('.') + 1);
  return /^\p{Lu}/u.test(last) ? packageOf(id) : id;
}
