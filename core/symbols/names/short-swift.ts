import { behindBrackets, isNameCharacter } from './brackets.ts';

/**
 * As in Xcode: labels in place of parameter types. `FeedController.tableView(_: UITableView, cellForRowAt: IndexPath)` becomes
 * `FeedController.tableView(_:cellForRowAt:)`.
 * @param simplified printed by Swift without modules, return types and closures' signatures
 */
export function shortSwiftName(simplified: string): string {
  let short = '';
  let copied = 0;
  for (let at = simplified.indexOf('('); at >= 0; at = simplified.indexOf('(', at)) {
    if (isParameterList(simplified, at)) {
      const end = behindBrackets(simplified, at);
      short += simplified.slice(copied, at) + labelsOf(simplified.slice(at + 1, end - 1));
      copied = end;
      at = end;
    } else {
      at++;
    }
  }
  return short + simplified.slice(copied);
}

/** Parameters follow a name, its generic parameters, or a local function's number. Tuples and types of thunks don't. */
function isParameterList(text: string, at: number): boolean {
  const before = text[at - 1];
  if (before === undefined) return false;
  if (before === ' ') return /#\d+ $/.test(text.slice(Math.max(0, at - 8), at));
  return before === '>' ? text[at - 2] !== '-' : isNameCharacter(text, at - 1);
}

/** `x: Int, Foo` -> `(x:_:)` */
function labelsOf(parameters: string): string {
  if (parameters === '') return '()';
  let labels = '';
  let label: string | undefined;
  let begin = 0;
  for (let at = 0; at <= parameters.length; ) {
    const character = parameters[at];
    if (character === undefined || character === ',') {
      labels += `${label ?? '_'}:`;
      label = undefined;
      begin = at + 1;
      at++;
    } else if (character === ':' && label === undefined) {
      label = parameters.slice(begin, at++).trim();
    } else if (character === '(' || character === '<' || character === '[') {
      at = behindBrackets(parameters, at);
    } else {
      at++;
    }
  }
  return `(${labels})`;
}
