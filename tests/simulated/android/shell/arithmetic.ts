import { SyntaxFailure } from './script.ts';

type Operation = (left: number, right: number) => number;

/** Weakest first; each level's operators bind equally. mksh counts in 32 bits. */
const levels: readonly Readonly<Record<string, Operation>>[] = [
  { '||': (a, b) => Number(a !== 0 || b !== 0) },
  { '&&': (a, b) => Number(a !== 0 && b !== 0) },
  { '|': (a, b) => a | b },
  { '^': (a, b) => a ^ b },
  { '&': (a, b) => a & b },
  { '==': (a, b) => Number(a === b), '!=': (a, b) => Number(a !== b) },
  { '<=': (a, b) => Number(a <= b), '>=': (a, b) => Number(a >= b), '<': (a, b) => Number(a < b), '>': (a, b) => Number(a > b) },
  { '<<': (a, b) => a << b, '>>': (a, b) => a >> b },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => Math.imul(a, b), '/': (a, b) => Math.trunc(a / b), '%': (a, b) => a % b },
];

/** The value of a shell's expression. @param textOfVariable a variable's text @throws SyntaxFailure */
export function evaluate(expression: string, textOfVariable: (name: string) => string): number {
  const tokens = expression.match(/0[xX][0-9a-fA-F]+|\w+|\|\||&&|<<|>>|[=!<>]=|[^\s\w]/g) ?? [];
  let at = 0;
  const unary = (): number => {
    const token = tokens[at++];
    if (token === '-') return -unary();
    if (token === '+') return unary();
    if (token === '!') return Number(unary() === 0);
    if (token === '~') return ~unary();
    if (token === '(') {
      const inner = binary(0);
      if (tokens[at++] !== ')') throw new SyntaxFailure(`${expression}: missing )`);
      return inner;
    }
    if (token !== undefined && /^[A-Za-z_]/.test(token)) return evaluate(textOfVariable(token) || '0', textOfVariable);
    if (token === undefined || !/^\d/.test(token)) throw new SyntaxFailure(`${expression}: unexpected '${token ?? ''}'`);
    return Number(token);
  };
  const binary = (level: number): number => {
    const operations = levels[level];
    if (operations === undefined) return unary();
    let left = binary(level + 1);
    for (;;) {
      const operation = operations[tokens[at] ?? ''];
      if (operation === undefined) return left;
      at++;
      left = operation(left, binary(level + 1)) | 0;
    }
  };
  if (tokens.length === 0) return 0;
  const value = binary(0);
  if (at < tokens.length) throw new SyntaxFailure(`${expression}: unexpected '${tokens[at]}'`);
  return value;
}
