/** A tool's output and exit code; by default nothing, and 0. */
export interface Spoken {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
}

/** Options by name in order, and the rest. `valued` options take a value. */
export interface Parsed {
  readonly options: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/** Apple's options: `--name value`, `--name=value`, `--flag`, and `--` before the rest. */
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
