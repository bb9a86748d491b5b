import type { ImportReport } from '../../import/import-report.ts';
import type { ProtoReader } from '../../protobuf/proto-reader.ts';

/** Surface frames, and those that have not ended. An hour at 120 Hz has 432,000. */
const MOST_FRAMES = 500_000;
const MOST_OPEN = 65_536;

/** frame_timeline_event.proto. */
const timelineField = { expected: 3, actual: 4, end: 5 } as const;
const surfaceField = { cookie: 1, token: 2, pid: 4, present: 6, isOnTime: 7, jank: 9 } as const;
const endField = { cookie: 1 } as const;
/** PresentType. */
const DROPPED = 4;
/** JankType of SurfaceFlinger, the display's driver and their scheduling: not the app's. */
const JANK_BY_SYSTEM = 2 | 8 | 16 | 32 | 512;

type Token = number | bigint;

interface OpenFrame {
  readonly isExpected: boolean;
  readonly token: Token;
  readonly pid: number;
  readonly isOnTime: boolean;
  readonly isDropped: boolean;
  readonly jank: number;
  readonly beginUs: number;
}

/** An app's work on one frame. */
export interface SurfaceFrame {
  readonly pid: number;
  readonly token: Token;
  readonly endUs: number;
  readonly isOnTime: boolean;
  readonly isDropped: boolean;
  /** SurfaceFlinger or the display showed it late. */
  readonly isLateBySystem: boolean;
}

/** Android's FrameTimeline: when frames of apps were due, and when they were ready. */
export class FrameTimeline {
  readonly frames: SurfaceFrame[] = [];
  /** Deadlines by process and token. */
  readonly #dueUs = new Map<string, number>();
  readonly #open = new Map<Token, OpenFrame>();
  readonly #report: ImportReport;

  constructor(report: ImportReport) {
    this.#report = report;
  }

  /** Frames per process. */
  get counts(): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const { pid } of this.frames) counts.set(pid, (counts.get(pid) ?? 0) + 1);
    return counts;
  }

  /** Undefined for a frame that nothing predicted. */
  dueUs({ pid, token }: SurfaceFrame): number | undefined {
    return this.#dueUs.get(`${pid} ${token}`);
  }

  /** @param atUs of the packet, of the trace's clock */
  add(reader: ProtoReader, atUs: number): void {
    while (reader.next()) {
      if (reader.field === timelineField.expected || reader.field === timelineField.actual)
        this.#begin(reader.message(), reader.field === timelineField.expected, atUs);
      else if (reader.field === timelineField.end) this.#end(reader.message(), atUs);
    }
    reader.expectWhole();
  }

  #begin(reader: ProtoReader, isExpected: boolean, beginUs: number): void {
    let cookie: Token = 0;
    let token: Token = 0;
    let [pid, present, jank, isOnTime] = [0, 0, 0, false];
    while (reader.next()) {
      if (reader.field === surfaceField.cookie) cookie = reader.id();
      else if (reader.field === surfaceField.token) token = reader.id();
      else if (reader.field === surfaceField.pid) pid = reader.signed();
      else if (reader.field === surfaceField.present) present = reader.unsigned();
      else if (reader.field === surfaceField.isOnTime) isOnTime = reader.unsigned() !== 0;
      else if (reader.field === surfaceField.jank) jank = reader.unsigned();
    }
    reader.expectWhole();
    if (this.#open.size === MOST_OPEN) this.#report.skipped('frames beyond the bound');
    else this.#open.set(cookie, { isExpected, token, pid, isOnTime, isDropped: present === DROPPED, jank, beginUs });
  }

  #end(reader: ProtoReader, endUs: number): void {
    let cookie: Token = 0;
    while (reader.next()) if (reader.field === endField.cookie) cookie = reader.id();
    reader.expectWhole();
    const open = this.#open.get(cookie);
    this.#open.delete(cookie);
    // The ends of display frames look the same.
    if (open === undefined || endUs < open.beginUs) return;
    const { isExpected, pid, token, isOnTime, isDropped, jank } = open;
    if (this.frames.length === MOST_FRAMES || this.#dueUs.size === MOST_FRAMES) this.#report.skipped('frames beyond the bound');
    else if (isExpected) this.#dueUs.set(`${pid} ${token}`, endUs);
    else this.frames.push({ pid, token, endUs, isOnTime, isDropped, isLateBySystem: (jank & JANK_BY_SYSTEM) !== 0 });
  }
}
