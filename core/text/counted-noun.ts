/** `1 thread`, `2 threads`. @param what a plural noun, maybe with words around it: “samples without a thread” */
export function countedNoun(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular(what) : what}`;
}

/** The first plural is the counted one; “threads’” does not count. */
function singular(what: string): string {
  return what
    .replace(/\p{L}{1,60}s(?![\p{L}’])/u, (noun) => {
      if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
      return noun.slice(0, /(?:ss|tch)es$/.test(noun) ? -2 : -1);
    })
    .replace(/ that are /, ' that is ')
    .replace(/ that do /, ' that does ');
}
