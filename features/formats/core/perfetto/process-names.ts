import type { ProtoReader } from '../protobuf/proto-reader.ts';
import type { SchedThreads } from './ftrace/sched-threads.ts';
import { isPlaceholder } from './tracks/placeholder-names.ts';
import { packagesField } from './tracks/trace-fields.ts';
import { type TraceTracks, textOf } from './tracks/trace-tracks.ts';

/** The kernel keeps 15 letters of a name; Android gives it a long application id's last ones. */
const COMM_LETTERS = 15;
const MOST_PACKAGES = 65_536;

/** Applications that are installed. */
export function readPackages(reader: ProtoReader, tracks: TraceTracks): void {
  while (reader.next()) {
    if (reader.field !== packagesField.packages) continue;
    const entry = reader.message();
    while (entry.next()) if (entry.field === packagesField.name && tracks.packages.size < MOST_PACKAGES) tracks.namePackage(textOf(entry));
  }
  reader.expectWhole();
}

/** A process without a name, or with that of its maker, is called as the kernel calls its first thread last, or as the application that ends so. */
export function nameProcesses(tracks: TraceTracks, sched: SchedThreads): void {
  const byEnd = applicationsByEnd(tracks.packages);
  for (const { pid, tid, name } of tracks.threads.values()) {
    if (pid !== tid || !isPlaceholder(tracks.processNames.get(pid) ?? '')) continue;
    const comm = sched.threads.get(tid)?.name || name;
    if (isPlaceholder(comm)) continue;
    const application = tracks.packages.has(comm) ? comm : (byEnd.get(comm) ?? comm);
    tracks.nameProcess(pid, application);
  }
}

/** By the letters that the kernel keeps; undefined where several end so. A search of all for each process would be quadratic. */
function applicationsByEnd(packages: ReadonlySet<string>): ReadonlyMap<string, string | undefined> {
  const byEnd = new Map<string, string | undefined>();
  for (const name of packages) {
    if (name.length < COMM_LETTERS) continue;
    const end = name.slice(-COMM_LETTERS);
    byEnd.set(end, byEnd.has(end) ? undefined : name);
  }
  return byEnd;
}
