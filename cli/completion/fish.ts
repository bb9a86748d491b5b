import { type CommandWords, firstWords, type OptionWords, placesOf } from './command-words.ts';

/** Words that do not begin with an option complete files, as fish does by itself. */
export function fishCompletion(words: readonly CommandWords[]): string {
  const lines = [
    ...words.map(({ command, about }) => `complete -c laglens -n __laglens_after -f -a ${command} -d ${quoted(about)}`),
    ...firstWords.map(
      (word) => `complete -c laglens -n __laglens_after -f ${word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`}`,
    ),
    ...words
      .filter(({ actions }) => actions.length > 0)
      .map(({ command, actions }) => `complete -c laglens -n '__laglens_after ${command}' -f -a '${actions.join(' ')}'`),
    ...placesOf(words).flatMap(({ place, options }) =>
      options.map((option) => `complete -c laglens -n '__laglens_in ${place}' ${optionText(option)}`),
    ),
  ];
  return `# Completes laglens in fish.
function __laglens_after
    set -l words (commandline -opc)
    test "$words[2..]" = "$argv"
end
function __laglens_in
    set -l words (commandline -opc)
    set -l last (math (count $argv) + 1)
    test (count $words) -ge $last; and test "$words[2..$last]" = "$argv"
end
${lines.join('\n')}`;
}

/** `-x`: a value that is no file; `-F`: a file. */
function optionText({ name, value }: OptionWords): string {
  const option = name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;
  if (value === undefined) return option;
  if (value === 'file') return `${option} -r -F`;
  return value === 'text' ? `${option} -x` : `${option} -x -a '${value.join(' ')}'`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
