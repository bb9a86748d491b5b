/** Events of samples, by name with modifiers: `cpu-clock:u`, `cycles:ppp`, `sched:sched_switch`. */
export interface CountedEvent {
  readonly name: string;
  readonly samples: number;
}

/** Clocks first: their samples are time. Then counters that run while a thread does. */
const PREFERRED = ['cpu-clock', 'task-clock', 'cpu-cycles', 'cycles', 'instructions'];

/** The event whose samples become the session; the most frequent one where none measures a thread's work. */
export function chosenEvent(events: readonly CountedEvent[]): number {
  const rank = ({ name, samples }: CountedEvent): number => {
    const at = PREFERRED.indexOf(plainName(name));
    return samples === 0 ? -1 : at < 0 ? 0 : PREFERRED.length - at;
  };
  let best = 0;
  for (const [at, event] of events.entries()) {
    const before = events[best];
    if (before === undefined) break;
    const more = rank(event) - rank(before);
    if (more > 0 || (more === 0 && event.samples > before.samples)) best = at;
  }
  return best;
}

/** Its counts are nanoseconds on a CPU. */
export function isClock(name: string): boolean {
  const plain = plainName(name);
  return plain === 'cpu-clock' || plain === 'task-clock';
}

/** Its samples show what ran. */
export function measuresWork(name: string): boolean {
  return PREFERRED.includes(plainName(name));
}

/** The thread leaves its CPU at the sample. */
export function isSwitch(name: string): boolean {
  return name === 'sched:sched_switch';
}

/** Without modifiers, and without the kind of processor: `cpu_core/cycles/u`. Tracepoints keep their group. */
function plainName(name: string): string {
  const inside = name.split('/')[1] ?? name;
  const colon = inside.indexOf(':');
  return colon < 0 || !/^:[a-zA-Z]{0,8}$/.test(inside.slice(colon)) ? inside : inside.slice(0, colon);
}
