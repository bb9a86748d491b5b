import { DumpThreads } from '../../../../core/analysis/exit-traces/dump-threads.ts';
import { field, textField } from '../../../../core/text/json-fields.ts';
import { reportThreads } from '../anr/report-threads.ts';
import { wallUsOf } from '../field/apple-facts.ts';
import { layOut } from '../field/lay-out.ts';
import { eachLine, eachValue, type Use } from '../import/each-line.ts';
import { malformed } from '../import/import-errors.ts';
import { jsonOf } from '../import/json.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { idNumber, idText } from '../import/written-id.ts';
import { hasKeys } from '../text/json-outline.ts';
import { jsonLines } from './json-lines.ts';
import { JvmHeaders, jvmStatus } from './jvm-headers.ts';

const LOOKS_LIKE = 'a thread dump of a JVM';
const SIGNS =
  /^(?:Full thread dump |Coroutines dump \d|Coroutine \S.{0,300}, state: [A-Z]|-{3,20} Coroutine dump\b|#\d{1,9} ".{0,300}"(?: virtual)?(?: [A-Z_]{1,20} \d|$)|".{0,300}" .{0,200}\btid=0x)/m;

export function looksLikeJvmDump({ text, json }: Beginning): boolean {
  return json === undefined ? SIGNS.test(text) : hasKeys(json, 'threadDump', ['threadContainers', 'processId', 'runtimeVersion'], 'object');
}

/** A moment of all threads, virtual threads and coroutines: no lag. */
export async function readJvmDump(task: ImportTask): Promise<void> {
  const { source, builder, report } = task;
  const headers = new JvmHeaders();
  const threads = new DumpThreads((text) => headers.headerOf(text));
  builder.process({ system: 'jvm' });
  if (await isJson(task)) {
    const root = await jsonOf(source, report, LOOKS_LIKE);
    const dump = field(root, 'threadDump');
    const pid = idNumber(idText(dump, 'processId'));
    const wallUs = wallUsOf(textField(dump, 'time'));
    builder.process({
      version: textField(dump, 'runtimeVersion'),
      ...(pid === undefined ? {} : { pid }),
      ...(wallUs === undefined ? {} : { wallUs }),
    });
    await eachValue(jsonLines(root), task, (lines) => {
      const unread = lines.filter((line) => !threads.add(line)).length;
      return unread === 0 || 'threads with entries of no known form';
    });
  } else {
    const text = new DumpText(threads, headers);
    await eachLine(task, (line) => text.add(line));
    const [version, wall] = [text.version, wallUsOf(text.time)];
    builder.process({ ...(version === '' ? {} : { version }), ...(wall === undefined ? {} : { wallUs: wall }) });
    if (text.hasDeadlock) report.assumed('The JVM found a deadlock; its threads wait for each other’s locks here, too.');
  }
  report.read('jobs without a stack', headers.jobs);
  report.skipped('frames beyond the bound', threads.cutFrames);
  report.skipped('threads beyond the bound', threads.cutThreads);
  const { threads: all, main } = threads.all(0);
  const found = reportThreads(all, main, builder);
  if (found.every(({ stacks }) => stacks.length === 0)) throw malformed(source.name, LOOKS_LIKE, 'has no stacks');
  await layOut([{ title: 'Thread dump', lastsUs: undefined, threads: found }], task);
}

async function isJson({ source }: ImportTask): Promise<boolean> {
  for await (const chunk of source.chunks()) {
    const first = new TextDecoder().decode(chunk.subarray(0, 64)).trimStart();
    if (first !== '') return first.startsWith('{');
  }
  return false;
}

const STATE = /^java\.lang\.Thread\.State: ([A-Z_]{1,30}(?: \([a-z ]{1,40}\))?)/;
const VERSION = /^Full thread dump (.{1,200}?):?$/;
/** A process id alone, with a colon in jcmd's output. */
const PID = /^\d{1,9}:?$/;
const TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?$/;
/** Lines around threads and locks that say nothing of a stack. */
const REMARK =
  /^(?:Threads class SMR info:|_java_thread_list=|_to_delete_list|0x[0-9a-f]{4}|\}$|JNI global ref|No compile task|Compiling: |Locked ownable sync|Carrying virtual thread #|Coroutines dump \d|on [\w$.]{1,300}@|\d{1,9}(?:\.\d+)+(?:[+_-]\S{1,40})?$)/;

/** Lines of a text dump around those of its threads. */
class DumpText {
  version = '';
  /** With a zone only. */
  time = '';
  hasDeadlock = false;
  readonly #threads: DumpThreads;
  readonly #headers: JvmHeaders;
  #isRepeat = false;

  constructor(threads: DumpThreads, headers: JvmHeaders) {
    this.#threads = threads;
    this.#headers = headers;
  }

  add(line: string): Use {
    const text = line.trim();
    const [, version] = VERSION.exec(text) ?? [];
    if (version !== undefined) this.version ||= version;
    const [, state] = STATE.exec(text) ?? [];
    if (state !== undefined) this.#threads.setStatus(jvmStatus(state));
    if (TIME.test(text)) {
      if (text.endsWith('Z')) this.time ||= text;
      return true;
    }
    if (version !== undefined || state !== undefined || PID.test(text)) return true;
    // The deadlock's threads follow once more, to the file's end.
    this.#isRepeat ||= /^Found (?:one|\d{1,9}) Java-level deadlock/.test(text);
    this.hasDeadlock ||= this.#isRepeat;
    if (this.#isRepeat) return true;
    if (this.#headers.beginsJobs(text) || REMARK.test(text)) return true;
    const isThere = !this.#threads.isEmpty;
    if (!this.#threads.add(normalLine(line, text))) return 'lines of a stack';
    return isThere || !this.#threads.isEmpty || this.#headers.jobs > 0 || 'lines before the first thread';
  }
}

/** Before Java 24 frames of `Thread.dump_to_file` have no `at`; files have their module before them, hidden classes a slash. */
function normalLine(line: string, text: string): string {
  const frame = /^ {6}[\w$.@/-]{1,500}\.[^\s(]{1,300}\(/.test(line) ? `at ${text}` : text;
  // Blanks tell the lines of a thread from those behind all.
  return (
    line.slice(0, line.length - line.trimStart().length) +
    frame.replace(/\$\$Lambda\/(?=0x)/, '$$$$Lambda.').replace(/\([\w.]{1,100}@[\w.+-]{1,100}\//, '(')
  );
}
