/** A mangled Swift name and its expected short form. */
interface SwiftName {
  readonly mangled: string;
  readonly short: string;
}

const modules = ['Shop', 'FeedKit', 'CheckoutUI', 'Networking'];
const nouns = ['Feed', 'Cart', 'Price', 'Offer', 'Search', 'Image', 'Payment', 'Session', 'Banner', 'Wish'];
const roles = ['Controller', 'Adapter', 'Cache', 'Loader', 'View', 'Store', 'Parser', 'Router', 'Model', 'Service'];
const verbs = ['load', 'bind', 'decode', 'update', 'render', 'measure', 'insert', 'remove', 'notify', 'resolve'];

/** Swift mangles an identifier as its length, then itself (docs/ABI/Mangling.rst of Swift, "Identifiers"). */
const part = (name: string): string => `${name.length}${name}`;

/**
 * A middling app's methods, getters, closures, asynchronous and generic functions, initializers, of types that share module names. By
 * docs/ABI/Mangling.rst: `C` class, `F` function, `y` no type or empty list, `Si` Int, `SS` String, `_` after a list's first, `t` tuple,
 * `vg` getter, `Ya` async, `K` throws, `l` generic, `Z` static, `fC` allocating initializer, `fU_` first closure, `AC` the class again.
 */
const shapes: readonly ((type: string, method: string) => readonly [mangled: string, short: (type: string) => string])[] = [
  (type, method) => [`${type}${part(method)}yyF`, (name) => `${name}.${method}()`],
  (type, method) => [`${type}${part(method)}${part('from')}${part('limit')}ySS_SitF`, (name) => `${name}.${method}(from:limit:)`],
  (type, method) => [`${type}${part(method)}Sivg`, (name) => `${name}.${method}.getter`],
  (type, method) => [`${type}${part(method)}yyFyycfU_`, (name) => `closure #1 in ${name}.${method}()`],
  (type, method) => [`${type}${part(method)}yyYaKF`, (name) => `${name}.${method}()`],
  (type, method) => [`${type}${part(method)}yyxlF`, (name) => `${name}.${method}<A>(_:)`],
  (type, method) => [`${type}${part(method)}yyFZ`, (name) => `static ${name}.${method}()`],
  (type, method) => [`${type}${part(method)}ACSi_tcfC`, (name) => `${name}.__allocating_init(${method}:)`],
];

/** `count` different names, ordered by type as in symbol tables. */
export function swiftNames(count: number): readonly SwiftName[] {
  const names: SwiftName[] = [];
  for (let number = 0; ; number++) {
    for (const module of modules) {
      for (const noun of nouns) {
        for (const role of roles) {
          const type = `${noun}${role}`;
          const verb = `${verbs[number % verbs.length]}${nouns[Math.floor(number / verbs.length) % nouns.length]}`;
          for (const shape of shapes) {
            const [mangled, short] = shape(`${part(module)}${part(type)}C`, `${verb}${Math.floor(number / 100)}`);
            names.push({ mangled: `$s${mangled}`, short: short(type) });
            if (names.length === count) return names;
          }
        }
      }
    }
  }
}
