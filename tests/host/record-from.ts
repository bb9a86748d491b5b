/** Records from the agent in the first argument's folder into the second's file; prints a dot every 50 ms. */
import { Capture } from '../../host/capture/capture.ts';
import { defaultSampling } from '../../host/capture/capture-state.ts';
import { FakeDevice } from './fake-agent.ts';

const [, , folder = '', path = ''] = process.argv;
const device = FakeDevice.at(folder);
const capture = new Capture({ device, target: { app: 'a' }, launch: false, sampling: defaultSampling, path, version: '0' });
await capture.start(new AbortController().signal);
setInterval(() => process.stdout.write('.'), 50);
