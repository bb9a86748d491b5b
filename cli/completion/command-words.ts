/** What follows an option: a file's path, one of some words, or a text of one's own. */
export type OptionValue = 'file' | 'text' | readonly string[];

export interface OptionWords {
  /** With its dashes. */
  readonly name: string;
  readonly value: OptionValue | undefined;
}

export interface CommandUsage {
  readonly command: string;
  readonly synopsis: string;
  readonly description: string;
  readonly further: string;
}

export interface CommandWords {
  readonly command: string;
  /** Words that may follow the command, such as `add` after `lake`; none if files do. */
  readonly actions: readonly string[];
  /** Of one of the actions, such as `lake add`, else of the command. */
  readonly options: ReadonlyMap<string, readonly OptionWords[]>;
  /** The first sentence of its description. */
  readonly about: string;
}

/** Words of usages that stand for files. */
const files = /^(?:FILE|PATH|MAP|SESSION|OUT)$/;
const HELP: OptionWords = { name: '--help', value: undefined };

/**
 * Reads a command's words from its usage: `laglens --help` and completions have one source.
 * @param synopsis one or more lines that begin with `laglens COMMAND`
 * @param further synopsis of options that more commands have
 */
export function wordsOf({ command, synopsis, description, further }: CommandUsage): CommandWords {
  const forms = synopsis.replaceAll(/\s+/g, ' ').split(`laglens ${command}`).slice(1);
  const options = new Map<string, readonly OptionWords[]>();
  const actions: string[] = [];
  for (const form of forms) {
    const named = /^ ([a-z]+(?:\|[a-z]+)*)\b/.exec(form)?.[1]?.split('|') ?? [];
    actions.push(...named);
    const found = [...optionsIn(form, description), ...optionsIn(further, '')];
    for (const place of named.length === 0 ? [command] : named.map((action) => `${command} ${action}`))
      options.set(place, merged([...(options.get(place) ?? []), ...found]));
  }
  for (const [place, found] of options) options.set(place, merged([...found, HELP]));
  return { command, actions: [...new Set(actions)], options, about: firstSentence(description) };
}

/** Options of a synopsis: `--name`, `--name VALUE`, `--name one|other`, `--name 100ms`. */
function optionsIn(form: string, description: string): readonly OptionWords[] {
  return [...form.matchAll(/(?<![\w-])(--?[a-z][a-z0-9-]*)(?: ([A-Z][A-Z:=]*|\d+\w+|\w+(?:\|\w+)+))?/g)].map(([, name = '', value]) => ({
    name,
    value: value === undefined ? undefined : optionValue(value, description),
  }));
}

function optionValue(value: string, description: string): OptionValue {
  if (value.includes('|')) return value.split('|');
  if (value === 'FORMAT') return formatsIn(description);
  return files.test(value) ? 'file' : 'text';
}

/** Written formats: those that are only read are no target. */
function formatsIn(description: string): readonly string[] {
  const rows = description.split(/\n(?= {4}[\w-]+: )/).slice(1);
  return rows.filter((row) => !row.includes('only read')).map((row) => row.trim().split(':', 1)[0] ?? '');
}

function merged(options: readonly OptionWords[]): readonly OptionWords[] {
  return [...new Map(options.map((option) => [option.name, option])).values()];
}

function firstSentence(description: string): string {
  const outsideBrackets = description.split(/[()]/).filter((_, at) => at % 2 === 0);
  const text = outsideBrackets.join('').replaceAll(/\s+/g, ' ').replaceAll(' ,', ',').trim();
  return text.split(/[.;:](?: |$)/, 1)[0]?.trim() ?? text;
}

/** Words at the begin of a command line that are no commands. */
export const firstWords = ['help', '--help', '--version'] as const;

/** A command, or a command with its action, with its options. */
export interface Place {
  /** Such as `record` or `lake add`. */
  readonly place: string;
  readonly options: readonly OptionWords[];
}

export function placesOf(words: readonly CommandWords[]): readonly Place[] {
  return words.flatMap(({ options }) => [...options].map(([place, each]) => ({ place, options: each })));
}

/** Options that are followed by a text of one's own, with their places: `record --app`. */
export function textOptions(words: readonly CommandWords[]): readonly string[] {
  return placesOf(words).flatMap(({ place, options }) =>
    options.filter(({ value }) => value === 'text').map(({ name }) => `${place} ${name}`),
  );
}

/** Options that are followed by one of some words, with their places. */
export function choiceOptions(words: readonly CommandWords[]): readonly (readonly [option: string, choices: readonly string[]])[] {
  return placesOf(words).flatMap(({ place, options }) =>
    options.flatMap(({ name, value }) => (typeof value === 'object' ? [[`${place} ${name}`, value] as const] : [])),
  );
}
