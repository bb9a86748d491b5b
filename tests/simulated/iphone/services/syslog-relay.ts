import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Iphone } from '../simulated-iphone.ts';

/** Phones often log others' signatures, as at updates from the App Store. */
const OTHERS_MS = 100;
const others: readonly (readonly [string, string])[] = [
  ['kernel(AppleMobileFileIntegrity)[0]', 'AMFI: code signature validation failed.'],
  ['amfid[120]', '/private/var/containers/Bundle/Application/F0F0F0F0-0000-4000-8000-00000000000F/News.app/News not valid: 0xe8008015'],
  ['News[612]', 'dyld[612]: Library not loaded: @rpath/News.framework/News (code signature invalid)'],
];

/** The log so far and its growth; lines end with a line feed and a zero byte. The host is silent. */
export async function serveSyslog(iphone: Iphone, stream: Duplex): Promise<void> {
  const send = (line: string): void => void stream.write(`${line}\n\0`);
  const sendOthers = (): void => {
    for (const [process, text] of others) send(iphone.log.line(process, 'Error', text));
  };
  for (const line of iphone.log.lines) send(line);
  sendOthers();
  const forget = iphone.log.follow(send);
  const speaking = setInterval(sendOthers, OTHERS_MS);
  stream.resume();
  await once(stream, 'close');
  clearInterval(speaking);
  forget();
}
