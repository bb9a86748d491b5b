import type { ProtoReader } from '../protobuf/proto-reader.ts';
import { type TraceTracks, textOf } from './tracks/trace-tracks.ts';

/** process_tree.proto. */
const treeField = { processes: 1, threads: 2 } as const;
const ofProcess = { pid: 1, commandLine: 3 } as const;
const ofThread = { tid: 1, name: 2, pid: 3 } as const;

/** Names of processes and threads as the kernel has them. */
export function readProcessTree(reader: ProtoReader, tracks: TraceTracks): void {
  while (reader.next()) {
    if (reader.field !== treeField.processes && reader.field !== treeField.threads) continue;
    const isProcess = reader.field === treeField.processes;
    const entry = reader.message();
    let [pid, tid, name] = [0, 0, ''];
    while (entry.next()) {
      if (isProcess && entry.field === ofProcess.pid) pid = entry.signed();
      else if (isProcess && entry.field === ofProcess.commandLine) name ||= textOf(entry);
      else if (!isProcess && entry.field === ofThread.tid) tid = entry.signed();
      else if (!isProcess && entry.field === ofThread.pid) pid = entry.signed();
      else if (!isProcess && entry.field === ofThread.name) name = textOf(entry);
    }
    if (isProcess) tracks.nameProcess(pid, name);
    else tracks.nameThread(pid, tid, name);
  }
  reader.expectWhole();
}
