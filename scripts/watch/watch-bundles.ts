import { join } from 'node:path';
import * as esbuild from 'esbuild';

/** After a change: all bundles that read it are built, or what is wrong. */
export interface Built {
  /** Outputs that changed, from the checkout's root. Empty if an error kept all of them. */
  readonly outputs: readonly string[];
  /** `path:line:column: error: message`, as compilers write it. */
  readonly errors: readonly string[];
  readonly milliseconds: number;
}

interface WatchEvents {
  /** Before the first build, and at each change. */
  readonly building: () => void;
  /** After it. */
  readonly built: (built: Built) => void;
}

/**
 * Builds bundles at each change of their sources, with source maps.
 * @returns an end of the watch
 */
export async function watchBundles(
  root: string,
  bundles: readonly esbuild.BuildOptions[],
  events: WatchEvents,
): Promise<() => Promise<void>> {
  const round = new Round(events);
  const contexts = await Promise.all(
    bundles.map((options) =>
      esbuild.context({
        absWorkingDir: root,
        bundle: true,
        sourcemap: 'linked',
        logLevel: 'silent',
        ...options,
        plugins: [...(options.plugins ?? []), round.follow(options.outfile ?? '')],
      }),
    ),
  );
  await Promise.all(contexts.map((context) => context.watch()));
  return async () => {
    await Promise.all(contexts.map((context) => context.dispose()));
  };
}

/** Bundles that a change builds at the same time. */
class Round {
  readonly #events: WatchEvents;
  #building = 0;
  #startedMs = 0;
  #outputs: string[] = [];
  #errors = new Set<string>();

  constructor(events: WatchEvents) {
    this.#events = events;
  }

  follow(output: string): esbuild.Plugin {
    return {
      name: 'follow-builds',
      setup: (build) => {
        build.onStart(() => {
          if (this.#building++ > 0) return;
          this.#startedMs = performance.now();
          this.#events.building();
        });
        build.onEnd(({ errors }) => {
          if (errors.length === 0) this.#outputs.push(output);
          // Bundles share sources: each error is there once.
          for (const error of errors) this.#errors.add(lineOf(error));
          if (--this.#building === 0) this.#end();
        });
      },
    };
  }

  #end(): void {
    const built = { outputs: this.#outputs, errors: [...this.#errors], milliseconds: performance.now() - this.#startedMs };
    this.#outputs = [];
    this.#errors = new Set();
    this.#events.built(built);
  }
}

function lineOf({ text, location }: esbuild.Message): string {
  return location === null ? `error: ${text}` : `${join(location.file)}:${location.line}:${location.column + 1}: error: ${text}`;
}
