import { isCancel, LaglensError, messageOf } from '../../../core/errors.ts';
import { errorWords } from '../core/answers/error-words.ts';
import { ToolError } from '../core/answers/tool-error.ts';
import { jsonSchemaOf } from '../core/shapes/json-schema.ts';
import { parseFields } from '../core/shapes/parse-fields.ts';
import type { Fields, FieldsOf } from '../core/shapes/shape.ts';
import type { Answered, ToolDefinition } from '../core/tool.ts';

/** A call's surroundings. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Asks the person; undefined where a client cannot. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Shows how far a long call is. */
  readonly progress?: ((text: string) => void) | undefined;
}

/** A question that the client has to bring to the person first. The same call comes again with the answer. */
export class Unanswered extends Error {
  readonly question: string;

  constructor(question: string) {
    super(question);
    this.question = question;
  }
}

export type ToolResult =
  | { readonly answer: object; readonly words: string }
  /** The failure and the one next step, for a model. */
  | { readonly error: string; readonly next: string };

/** A tool at work. */
export interface Tool {
  readonly definition: ToolDefinition;
  run(args: unknown, context: CallContext): Promise<ToolResult>;
}

/** Pairs a definition with its work. Arguments are checked before; errors become answers. */
export function toolOf<Args extends Fields, Answer extends Fields>(
  definition: ToolDefinition<Args, Answer>,
  work: (args: FieldsOf<Args>, context: CallContext) => Promise<Answered<Answer>>,
): Tool {
  return {
    definition,
    run: async (given, context) => {
      const parsed = parseFields(definition.args, given);
      if ('mistakes' in parsed) return refused(parsed.mistakes.join(' '), `Call ${definition.name} again with arguments by its schema.`);
      try {
        context.signal.throwIfAborted();
        return await work(parsed.value, context);
      } catch (error) {
        return failure(error, context.signal);
      }
    },
  };
}

/** Tools by name. */
export class Toolbox {
  readonly tools: ReadonlyMap<string, Tool>;

  constructor(tools: readonly Tool[]) {
    this.tools = new Map(tools.map((tool) => [tool.definition.name, tool]));
  }

  /** Rejects only for a cancelled call and for one that is `Unanswered`. */
  call(name: string, args: unknown, context: CallContext): Promise<ToolResult> {
    const tool = this.tools.get(name);
    if (tool !== undefined) return tool.run(args, context);
    return Promise.resolve(refused('There is no tool of that name.', `Call one of ${[...this.tools.keys()].join(', ')}.`));
  }

  /** What clients list. */
  get listed() {
    return Array.from(this.tools.values(), ({ definition: { name, title, description, args, answer, isReadOnly } }) => ({
      name,
      title,
      description,
      inputSchema: jsonSchemaOf(args),
      outputSchema: jsonSchemaOf(answer),
      annotations: { title, readOnlyHint: isReadOnly, destructiveHint: false, idempotentHint: isReadOnly, openWorldHint: false },
    }));
  }
}

/** Messages name paths, devices and apps. */
function failure(error: unknown, signal: AbortSignal): ToolResult {
  if ((isCancel(error) && signal.aborted) || error instanceof Unanswered) throw error;
  if (error instanceof ToolError) return refused(error.message, error.next);
  if (error instanceof LaglensError) return refused(`${errorWords(error.message)} [${error.code}]`, errorWords(error.next));
  const mistake = `Laglens made a mistake: ${errorWords(messageOf(error))}`;
  return refused(mistake, 'Report it with the session, and go on with another call.');
}

function refused(error: string, next: string): ToolResult {
  return { error, next };
}
