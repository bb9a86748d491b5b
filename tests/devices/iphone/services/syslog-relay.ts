import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Iphone } from '../iphone.ts';

/** The log so far and as it grows; each line ends with a line feed and a zero byte. The host says nothing. */
export async function serveSyslog(iphone: Iphone, stream: Duplex): Promise<void> {
  const send = (line: string): void => void stream.write(`${line}\n\0`);
  for (const line of iphone.log.lines) send(line);
  const forget = iphone.log.follow(send);
  stream.resume();
  await once(stream, 'close');
  forget();
}
