/** Records from an endless agent into the argument's file; prints "recorded" once a part is on disk. */
import { Capture } from '../../host/capture/capture.ts';
import { defaultSampling } from '../../host/capture/capture-state.ts';
import { SessionFile } from '../../host/session-file.ts';
import { FakeDevice, hello } from './fake-agent.ts';

const path = process.argv[2] ?? '';
const device = await FakeDevice.start((talk) => {
  talk.say(hello(1_000_000));
  let atUs = 1_000_000;
  setInterval(() => {
    atUs += 10_000;
    talk.say({ type: 'tick', atUs, rounds: 1 });
  }, 10);
});
const capture = new Capture({ device, target: { app: 'a' }, launch: false, sampling: defaultSampling, path, version: '0' });
await capture.start(new AbortController().signal);
const timer = setInterval(async () => {
  const file = await SessionFile.open(capture.journal ?? '');
  await file.close();
  if (file.size < 300) return;
  clearInterval(timer);
  process.stdout.write('recorded\n');
}, 100);
