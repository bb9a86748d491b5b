const MOST_NEAR = 3;

/**
 * Application and bundle ids on a device that resemble one that is not there: the same in another case, with or without a suffix (`.debug`), in the package
 * above or below. The nearest first.
 */
export function nearApps(asked: string, installed: readonly string[]): readonly string[] {
  const near = (each: string): number => {
    if (each.toLowerCase() === asked.toLowerCase()) return 1;
    if (isBelow(asked, each) || isBelow(each, asked)) return 2;
    return isSibling(asked, each) ? 3 : 0;
  };
  return installed
    .filter((each) => near(each) > 0)
    .sort((one, other) => near(one) - near(other) || one.length - other.length || (one < other ? -1 : 1))
    .slice(0, MOST_NEAR);
}

function isBelow(id: string, parent: string): boolean {
  return parent.includes('.') && id.toLowerCase().startsWith(`${parent.toLowerCase()}.`);
}

/** `com.example.shop.debug` and `com.example.shop.staging`; `com.example` alone says too little. */
function isSibling(one: string, other: string): boolean {
  const parent = parentOf(one).toLowerCase();
  return parent === parentOf(other).toLowerCase() && parent.split('.').length >= 3;
}

function parentOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('.')));
}
