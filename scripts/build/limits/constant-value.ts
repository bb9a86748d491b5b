/**
 * The number that a source gives a constant, by `NAME` or `object.name`. Constants stay private where they are made, so the text is read.
 * @throws Error without such a number
 */
export function constantValue(source: string, name: string): number {
  const [constant = '', property] = name.split('.');
  const begin = new RegExp(`^(?:export )?const ${constant}(?:: [^=\\n]+)? = `, 'm').exec(source);
  const value = begin === null ? '' : source.slice(begin.index + begin[0].length);
  const text =
    property === undefined
      ? value
      : (new RegExp(`(?:^\\{|[,{\\n]) *${property}: ([^,}]+)`).exec(value.split(/\}.*;/, 1)[0] ?? '')?.[1] ?? '');
  const [sum = ''] = /^[\d_ .*+<]+(?=[;\n)]|as const|$)/.exec(text.trim()) ?? [];
  const number = shifted(sum);
  if (sum === '' || Number.isNaN(number)) throw new Error(`no number: ${name} = ${text.slice(0, 40)}`);
  return number;
}

/** Of digits and the operators that limits are written with, weakest first. */
function shifted(text: string): number {
  return text
    .split('<<')
    .map(added)
    .reduce((value, by) => value * 2 ** by);
}

function added(text: string): number {
  return text
    .split('+')
    .map(multiplied)
    .reduce((sum, value) => sum + value);
}

function multiplied(text: string): number {
  return text
    .split(/(?<!\*)\*(?!\*)/)
    .map(raised)
    .reduce((product, value) => product * value);
}

function raised(text: string): number {
  return text
    .split('**')
    .map((digits) => (digits.trim() === '' ? Number.NaN : Number(digits.replaceAll('_', ''))))
    .reduceRight((exponent, base) => base ** exponent);
}
