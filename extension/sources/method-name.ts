/**
 * The method's name in its source. '' for constructors, lambdas (`lambda$total$0`, `invokeSuspend`), accessors
 * (`access$getTotal`), properties; suffixes as in `total-3a7x`, `total$default` are cut.
 */
export function simpleMethod(name: string): string {
  if (name.startsWith('<') || /^(?:invoke(?:Suspend)?|get[A-Z]\w*|set[A-Z]\w*|is[A-Z]\w*)$/.test(name)) return '';
  const lambda = /^lambda\$(\w+?)\$\d+$/.exec(name)?.[1];
  if (lambda !== undefined) return ['new', 'static'].includes(lambda) ? '' : lambda;
  return /^[\p{L}_][\p{L}\p{N}_]*/u.exec(name.replace(/^access\$(?:get|set)?/, ''))?.[0] ?? '';
}

/** Offset in UTF-16 units of a Kotlin function's declaration, 0 if missing. `method` comes from `simpleMethod`. */
export function declarationOffset(source: string, method: string): number {
  if (method === '') return 0;
  // Searches the name first, so that a long line is not read per word.
  return Math.max(0, source.search(new RegExp(`\\b${method}\\b(?<=\\bfun\\s(?:[^(=\\n]{0,1000}[\\s.])?${method})`, 'u')));
}
