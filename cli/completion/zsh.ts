import { type CommandWords, choiceOptions, firstWords, placesOf, textOptions } from './command-words.ts';

/** As a file `_laglens` of zsh's functions, or for `source`. */
export function zshCompletion(words: readonly CommandWords[]): string {
  const commands = words.map(({ command, about }) => `      ${quoted(`${command}:${about}`)}`);
  const actions = words
    .filter((each) => each.actions.length > 0)
    .map((each) => `    (${each.command}) actions=(${each.actions.join(' ')}) ;;`);
  const options = placesOf(words).map(({ place, options }) => `    ('${place}') options=(${options.map(({ name }) => name).join(' ')}) ;;`);
  const choices = choiceOptions(words).map(([option, each]) => `    ('${option}') compadd -- ${each.join(' ')}; return ;;`);
  const texts = textOptions(words).map((option) => `'${option}'`);
  return `#compdef laglens
# Completes laglens in zsh.
_laglens() {
  local place=$words[2] before=$words[CURRENT-1]
  local -a commands actions options
  if (( CURRENT == 2 )); then
    commands=(
${commands.join('\n')}
    )
    _describe command commands
    compadd -- ${firstWords.join(' ')}
    return
  fi
  case $place in
${actions.join('\n')}
  esac
  if (( $#actions )); then
    if (( CURRENT == 3 )); then
      compadd -a actions
      return
    fi
    place="$place $words[3]"
  fi
  case $place in
${options.join('\n')}
  esac
  case "$place $before" in
${choices.join('\n')}
    (${texts.join('|')}) return ;;
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -a options
  else
    _files
  fi
}
if [[ $funcstack[1] == _laglens ]]; then
  _laglens "$@"
else
  compdef _laglens laglens
fi`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
