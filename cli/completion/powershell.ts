import { type CommandWords, choiceOptions, firstWords, placesOf, textOptions } from './command-words.ts';

/** Not run in a PowerShell so far. Without an answer, PowerShell completes files. */
export function powershellCompletion(words: readonly CommandWords[]): string {
  const table = (rows: readonly (readonly [string, string])[]): string => rows.map(([key, text]) => `    '${key}' = '${text}'`).join('\n');
  return `# Completes laglens in PowerShell.
Register-ArgumentCompleter -Native -CommandName laglens -ScriptBlock {
  param($word, $line, $cursor)
  $commands = '${[...words.map(({ command }) => command), ...firstWords].join(' ')}'
  $actions = @{
${table(words.filter(({ actions }) => actions.length > 0).map(({ command, actions }) => [command, actions.join(' ')]))}
  }
  $options = @{
${table(placesOf(words).map(({ place, options }) => [place, options.map(({ name }) => name).join(' ')]))}
  }
  # Values of options; an empty one is a text of one's own.
  $values = @{
${table([...choiceOptions(words).map(([option, choices]) => [option, choices.join(' ')] as const), ...textOptions(words).map((option) => [option, ''] as const)])}
  }
  $before = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.Extent.Text })
  $place = [string]$before[1]
  if ($before.Count -le 1) {
    $offered = $commands
  } elseif ($actions.ContainsKey($place) -and $before.Count -eq 2) {
    $offered = $actions[$place]
  } else {
    if ($actions.ContainsKey($place)) { $place = "$place $($before[2])" }
    $option = "$place $($before[-1])"
    if ($values.ContainsKey($option)) {
      $offered = $values[$option]
    } elseif ($word -like '-*') {
      $offered = [string]$options[$place]
    } else {
      $offered = ''
    }
  }
  $offered -split ' ' | Where-Object { $_ -ne '' -and $_.StartsWith($word) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
}
