import { type CommandWords, choiceOptions, firstWords, placesOf, textOptions } from './command-words.ts';

/** Runs in bash 3.2, as on macOS, and newer ones. Without an answer, bash completes files. */
export function bashCompletion(words: readonly CommandWords[]): string {
  const commands = [...words.map(({ command }) => command), ...firstWords].join(' ');
  const actions = words
    .filter((each) => each.actions.length > 0)
    .map((each) => `    ${each.command}) actions='${each.actions.join(' ')}' ;;`);
  const options = placesOf(words).map(({ place, options }) => `    '${place}') options='${options.map(({ name }) => name).join(' ')}' ;;`);
  const choices = choiceOptions(words).map(([option, each]) => `    '${option}') offered='${each.join(' ')}' ;;`);
  const texts = textOptions(words).map((option) => `'${option}'`);
  return `# Completes laglens in bash.
_laglens() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" place="\${COMP_WORDS[1]}"
  local actions='' options='' offered=''
  COMPREPLY=()
  case "$place" in
${actions.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    offered='${commands}'
  elif [ -n "$actions" ] && [ "$COMP_CWORD" -eq 2 ]; then
    offered=$actions
  else
    [ -n "$actions" ] && place="$place \${COMP_WORDS[2]}"
    case "$place" in
${options.join('\n')}
    esac
    case "$place $before" in
${choices.join('\n')}
    ${texts.join('|')})
      # A text of one's own is no file. bash 3 has no compopt.
      compopt +o default 2>/dev/null
      return
      ;;
    *) case "$word" in -*) offered=$options ;; esac ;;
    esac
  fi
  [ -n "$offered" ] && COMPREPLY=($(compgen -W "$offered" -- "$word"))
}
complete -o default -F _laglens laglens`;
}
