type Level = 'Notice' | 'Error' | 'Fault';

/** The device's log in `syslog_relay`: lines so far and later ones. */
export class SystemLog {
  readonly lines: string[] = [];
  readonly #deviceName: string;
  readonly #followers = new Set<(line: string) => void>();

  constructor(deviceName: string) {
    this.#deviceName = deviceName;
  }

  /** @param process as in `Shop[123]`; `kernel[0]` is the kernel */
  write(process: string, level: Level, text: string): void {
    const line = this.line(process, level, text);
    this.lines.push(line);
    for (const follower of this.#followers) follower(line);
  }

  line(process: string, level: Level, text: string): string {
    const [, month, day, , time] = /^\w+ (\w+) (\d+) (\d+) (\S+)/.exec(new Date().toString()) ?? [];
    return `${month} ${day?.replace(/^0/, ' ')} ${time} ${this.#deviceName.replaceAll(' ', '-')} ${process} <${level}>: ${text}`;
  }

  /** @returns what ends it */
  follow(follower: (line: string) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
}
