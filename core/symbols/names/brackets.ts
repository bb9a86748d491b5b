/** C++ operators with brackets in their name, the longest first. */
const operators = [
  ...['<=>', '<<=', '>>=', '->*'],
  ...['()', '[]', '->', '<<', '>>', '<=', '>=', '==', '!=', '&&', '||', '++', '--', '+=', '-=', '*=', '/=', '%=', '^=', '&=', '|='],
  ...['+', '-', '*', '/', '%', '^', '&', '|', '~', '!', '=', '<', '>', ','],
];

const OPERATOR = 'operator';

const argument = /[\w&'{-]/;

export function operatorSymbol(text: string, at: number): string | undefined {
  const symbol = operators.find((one) => text.startsWith(one, at));
  // LLVM writes `operator<` with arguments as `operator<<int>`.
  return symbol === '<<' && argument.test(text[at + 2] ?? '') ? '<' : symbol;
}

/** A letter of any script, a digit, `_`, `$`. */
export function isNameCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 36 || code > 127
  );
}

export function isOperatorWord(text: string, at: number): boolean {
  return text.startsWith(OPERATOR, at) && !isNameCharacter(text, at - 1) && !isNameCharacter(text, at + OPERATOR.length);
}

/**
 * The index behind the closing bracket, or the text's end. `->` closes nothing; `<` and `>` in parentheses may be comparisons
 * (`<((3)>(2))>`); operators' names are no brackets.
 */
export function behindBrackets(text: string, at: number): number {
  const open: string[] = [];
  for (let i = at; i < text.length; i++) {
    const character = text[i] ?? '';
    if (character === 'o' && isOperatorWord(text, i)) {
      i += OPERATOR.length;
      i += (operatorSymbol(text, i)?.length ?? 1) - 1;
    } else if (character === '(' || character === '<' || character === '[' || character === '{') {
      open.push(character);
    } else if (character === '>') {
      if (text[i - 1] !== '-' && open.at(-1) === '<') open.pop();
    } else if (character === ')' || character === ']' || character === '}') {
      // Brackets still open inside were comparisons or shifts.
      while (open.at(-1) === '<') open.pop();
      open.pop();
    }
    if (open.length === 0) return i + 1;
  }
  return text.length;
}
