/**
 * The part of a method's name that stands in its source, '' when none does: constructors and static initialisers, lambdas
 * (`lambda$total$0`, `invoke`, `invokeSuspend`), accessors (`access$getTotal`), Kotlin's `total-3a7x`, `total$default`, properties.
 */
export function simpleMethod(name: string): string {
  if (name.startsWith('<') || /^(?:invoke(?:Suspend)?|get[A-Z]\w*|set[A-Z]\w*|is[A-Z]\w*)$/.test(name)) return '';
  const lambda = /^lambda\$(\w+?)\$\d+$/.exec(name)?.[1];
  if (lambda !== undefined) return ['new', 'static'].includes(lambda) ? '' : lambda;
  return /^[\p{L}_][\p{L}\p{N}_]*/u.exec(name.replace(/^access\$(?:get|set)?/, ''))?.[0] ?? '';
}

/** Where a Kotlin source declares the function, in UTF-16 units; 0 when it does not. `method` is what `simpleMethod` gives. */
export function declarationOffset(source: string, method: string): number {
  if (method === '') return 0;
  // The name first and few letters back from it: a source of one long line is not read again for each word.
  return Math.max(0, source.search(new RegExp(`\\b${method}\\b(?<=\\bfun\\s(?:[^(=\\n]{0,1000}[\\s.])?${method})`, 'u')));
}
