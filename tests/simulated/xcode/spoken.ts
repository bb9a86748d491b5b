/** What a tool says before it ends; left out: nothing, and 0. */
export interface Spoken {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
}

/** The values of options by name, in the order given, and what is no option. `valued` are the options that take a value. */
export interface Parsed {
  readonly options: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/** Options as Apple's tools take them: `--name value`, `--name=value`, `--flag`, and `--` before what are no options. */
export function parse(args: readonly string[], valued: readonly string[]): Parsed {
  const options = new Map<string, string>();
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg === '--') return { options, rest: [...rest, ...args.slice(i + 1)] };
    const [name = '', value] = arg.startsWith('--') ? arg.split(/=(.*)/s) : [arg];
    if (valued.includes(name)) options.set(name, value ?? args[++i] ?? '');
    else if (arg.startsWith('-') && arg !== '-') options.set(name, value ?? '');
    else rest.push(arg);
  }
  return { options, rest };
}
