/** `node flood-agent.ts KIND`: an agent that proves its token, then floods its host; prints its folder for `FakeDevice.at`. */
import { type AgentScript, FakeDevice } from '../host/fake-agent.ts';
import { flooded, isFloodKind } from './flood-kinds.ts';
import { isFloodManner, manners } from './flood-manners.ts';

const [kind = ''] = process.argv.slice(2);
const device = await FakeDevice.start(scriptOf(kind));
process.stdout.write(`${device.folder}\n`);

function scriptOf(name: string): AgentScript {
  if (isFloodKind(name)) return (talk) => void talk.flood(flooded(name));
  if (isFloodManner(name)) return manners[name];
  throw new Error(`There is no flood of ${name}.`);
}
