/** A random map and a stack trace in its names, fixed by the seed. */
interface RandomCase {
  readonly map: string;
  readonly trace: string;
  /** For R8's Retracer: class, method, descriptor or -, line or -, separated by tabs; an empty line begins a new stack. */
  readonly queries: string;
}

const CLASSES = ['a', 'b', 'a.c', 'a.b$d', 'x.Kept'] as const;
const ORIGINALS = ['shop.Cart', 'shop.feed.FeedKt', 'shop.Cart$Item', 'shop.feed.Feed', 'x.Kept'] as const;
const METHODS = ['a', 'b', 'c', '<init>'] as const;
const NAMES = ['load', 'bind', 'shop.feed.Feed.draw', 'shop.Cart.lambda$sum$0', 'shop.Cart$Item.price'] as const;
const TYPES = ['void', 'int', 'shop.Cart', 'java.lang.String[]'] as const;
const PARAMETERS = ['', 'int', 'int,shop.Cart', 'java.lang.String[]', 'long'] as const;
const FILES = ['SourceFile', 'Unknown Source', '', 'Feed.kt', 'x:y', 'Native Method', 'FeedKt.java'] as const;

/** xorshift32: a seed means the same on every computer. */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  }

  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  of<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('Nothing to choose from');
    return item;
  }
}

export function randomCase(seed: number): RandomCase {
  const dice = new Dice(seed);
  const lines: string[] = [];
  if (dice.chance(85)) lines.push(`# {"id":"com.android.tools.r8.mapping","version":"${dice.of(['1.0', '2.0', '2.0', '2.2', '2.2'])}"}`);
  for (const [i, residual] of CLASSES.entries()) {
    if (dice.chance(15)) continue;
    lines.push(`${ORIGINALS[i]} -> ${residual}:`);
    if (dice.chance(40)) lines.push(`# {"id":"sourceFile","fileName":"${dice.of(['Cart.kt', 'Feed.java', 'X'])}"}`);
    if (dice.chance(20)) lines.push('    int count -> a');
    const blocks = dice.below(9);
    for (let block = 0; block < blocks; block++) lines.push(...randomBlock(dice));
  }
  const trace: string[] = [];
  const queries: string[] = [];
  for (let stack = 0; stack < 6; stack++) {
    trace.push(`java.lang.${dice.of(['NullPointerException', 'Error: no', 'IllegalStateException: a.b: c'])}`);
    queries.push('');
    for (let frame = 0; frame < 4; frame++) {
      const [className, method, line] = [dice.of(CLASSES), dice.of(METHODS), dice.chance(75) ? dice.below(12) : undefined];
      trace.push(`    at ${className}.${method}(${dice.of(FILES)}${line === undefined ? '' : `:${line}`})`);
      queries.push([className, method, '-', line ?? '-'].join('\t'));
    }
    if (dice.chance(30)) trace.push(dice.of(['Caused by: a.c: wrong', 'Suppressed: a.b$d', '    ... 7 more', '[CIRCULAR REFERENCE: a.c]']));
  }
  return { map: ending(dice, lines), trace: `${trace.join('\n')}\n`, queries: `${queries.join('\n')}\n` };
}

function randomBlock(dice: Dice): readonly string[] {
  const residual = dice.of(METHODS);
  const from = dice.below(9);
  const to = from + dice.of([0, 0, 1, 2]);
  const minified = dice.chance(80) ? `${from}:${to}:` : dice.chance(20) ? '0:65535:' : '';
  const lines: string[] = [];
  const depth = minified === '' ? 1 : dice.of([1, 1, 2, 3]);
  const outer = `${dice.of(TYPES)} ${dice.of(NAMES)}(${dice.of(PARAMETERS)})`;
  for (let level = 0; level < depth; level++) {
    const method = level === depth - 1 ? outer : `${dice.of(TYPES)} ${dice.of(NAMES)}(${dice.of(PARAMETERS)})`;
    lines.push(`    ${minified}${method}${randomOriginal(dice, level, to - from)} -> ${residual}`);
    if (level === depth - 1 || dice.chance(5)) lines.push(...randomComments(dice));
  }
  return lines;
}

function randomOriginal(dice: Dice, level: number, span: number): string {
  if (dice.chance(15)) return '';
  const line = dice.chance(10) ? 0 : 20 + dice.below(50);
  if (level > 0 && dice.chance(90)) return `:${line}`;
  return `:${line}:${line + dice.of([span, span, 0, 2])}`;
}

function randomComments(dice: Dice): readonly string[] {
  const lines: string[] = [];
  const indent = dice.of(['      ', '']);
  if (dice.chance(8)) lines.push(`${indent}# {"id":"com.android.tools.r8.synthesized"}`);
  if (dice.chance(8)) lines.push(`${indent}# {"id":"com.android.tools.r8.outline"}`);
  if (dice.chance(8)) {
    const positions = `"${dice.below(9)}": ${dice.below(9)}, "${9 + dice.below(9)}": ${dice.below(9)}`;
    lines.push(`${indent}# {"id":"com.android.tools.r8.outlineCallsite","positions":{${positions}},"outline":"La;a()V"}`);
  }
  if (dice.chance(12)) {
    const thrown = dice.of(['Ljava/lang/NullPointerException;', 'La/c;']);
    const actions = `["removeInnerFrames(${1 + dice.below(3)})"]`;
    lines.push(`${indent}# {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(${thrown})"],"actions":${actions}}`);
  }
  if (dice.chance(10))
    lines.push(`${indent}# {"id":"com.android.tools.r8.residualsignature","signature":"${dice.of(['(La;)V', '()I', '(I)La;'])}"}`);
  return lines;
}

function ending(dice: Dice, lines: readonly string[]): string {
  const newline = dice.chance(15) ? '\r\n' : '\n';
  return lines.join(newline) + (dice.chance(80) ? newline : '');
}
