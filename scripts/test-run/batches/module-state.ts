/**
 * Variables of a module's top level that may change after it is loaded: `let`, filled collections and objects, and instances of its own
 * classes. Weak collections have no part of another test's objects.
 */
export function stateOf(text: string): readonly string[] {
  const variables = [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name = '']) => name);
  const statics = [...text.matchAll(/^ +static (?!readonly\b|async\b|override\b|\*)(#?\w+)(?:: [^=(]+)? =/gm)].map(([, name = '']) => name);
  const constants = [...text.matchAll(/^(?:export )?const (\w+)(?:: [^=\n]+)? = (new \w+(?![^;\n]*\)\.)|\[|\{)/gm)].filter(
    ([, name = '', value = '']) => isInstance(value) || isAltered(name, text),
  );
  return [...variables, ...statics, ...constants.map(([, name = '']) => name)];
}

const values =
  /^new (?:AbortController|Array|DataView|Date|Error|Intl|Map|RegExp|Set|TextDecoder|TextEncoder|URL|Weak(?:Map|Ref|Set)|\w+Array|\w+Error)$/;

function isInstance(value: string): boolean {
  return value.startsWith('new ') && !values.test(value);
}

function isAltered(name: string, text: string): boolean {
  const changes = [
    `(?<![\\w.#$])${name}\\.(?:add|clear|copyWithin|delete|fill|pop|push|reverse|set|shift|sort|splice|unshift)\\(`,
    `(?<![\\w.#$])${name}(?:\\.\\w+|\\[[^\\]\\n]+\\])\\s*(?:[-+*/|&^%]|<<|>>>?|\\?\\?|\\|\\||&&)?=(?![=>])`,
    `(?<![\\w.#$])${name}(?:\\.\\w+|\\[[^\\]\\n]+\\])(?:\\+\\+|--)`,
  ];
  const declared = new RegExp(`^(?:export )?const ${name}\\b.* = new Weak`, 'm');
  return !declared.test(text) && new RegExp(changes.join('|')).test(text);
}
