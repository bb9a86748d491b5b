/** First line of a sample: `comm pid/tid [cpu] time: period event:`, of which only comm, an id and the event are always there. */
export interface SampleHeader {
  readonly comm: string;
  /** Undefined where one id is given, which is the thread's. */
  readonly pid: number | undefined;
  readonly tid: number;
  readonly cpu: number | undefined;
  /** NaN if absent. */
  readonly atUs: number;
  /** 0 if absent. */
  readonly count: number;
  readonly event: string;
  /** Behind the event: a tracepoint's fields, or the only frame. */
  readonly rest: string;
}

const IDS = /^(-?\d{1,10})(?:\/(-?\d{1,10}))?$/;
const CPU = /^\[(\d{1,6})\]$/;
const TIME = /^(\d{1,12})\.(\d{1,9}):$/;
const COUNT = /^\d{1,18}$/;
/** Names of commands have at most 15 letters, and may contain spaces. */
const MOST_WORDS = 24;

/** @returns undefined for other lines. The work is linear. */
export function sampleHeader(line: string): SampleHeader | undefined {
  const words = wordsOf(line);
  const eventAt = words.findIndex(({ text }, at) => at >= 2 && isEvent(text));
  if (eventAt < 0) return undefined;
  let at = eventAt - 1;
  const before = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = at >= 0 ? pattern.exec(words[at]?.text ?? '') : null;
    if (found !== null) at--;
    return found ?? undefined;
  };
  // With a time the number behind it is the count; without one the number before the event is an id.
  const hasTime = TIME.test(words[eventAt - 1]?.text ?? '') || TIME.test(words[eventAt - 2]?.text ?? '');
  const count = hasTime ? before(COUNT) : undefined;
  const time = before(TIME);
  // Flags of interrupts, such as `d..2.`.
  if (at >= 2 && /^[.\w]{4,8}$/.test(words[at]?.text ?? '') && CPU.test(words[at - 1]?.text ?? '')) at--;
  const cpu = before(CPU);
  const ids = before(IDS);
  const last = words[at];
  if (ids === undefined || last === undefined) return undefined;
  const event = words[eventAt];
  if (event === undefined) return undefined;
  const [, one = '', other] = ids;
  return {
    comm: line.slice(words[0]?.from ?? 0, last.from + last.text.length),
    pid: other === undefined ? undefined : Number(one),
    tid: Number(other ?? one),
    cpu: cpu === undefined ? undefined : Number(cpu[1]),
    atUs: time === undefined ? Number.NaN : Number(time[1]) * 1e6 + Number(`0.${time[2]}`) * 1e6,
    count: count === undefined ? 0 : Number(count[0]),
    event: event.text.slice(0, -1),
    rest: line.slice(event.from + event.text.length).trim(),
  };
}

/** `cycles:`, `cpu-clock:u:`, `sched:sched_switch:`; not a time. */
function isEvent(word: string): boolean {
  return word.length > 1 && word.endsWith(':') && /[a-zA-Z]/.test(word) && !TIME.test(word) && !word.startsWith('[');
}

function wordsOf(line: string): readonly { readonly text: string; readonly from: number }[] {
  const words: { text: string; from: number }[] = [];
  let from = -1;
  for (let at = 0; at <= line.length && words.length < MOST_WORDS; at++) {
    const code = at === line.length ? 32 : line.charCodeAt(at);
    const isSpace = code === 32 || code === 9;
    if (isSpace && from >= 0) {
      words.push({ text: line.slice(from, at), from });
      from = -1;
    } else if (!isSpace && from < 0) {
      from = at;
    }
  }
  return words;
}
