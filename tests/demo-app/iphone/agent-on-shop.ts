import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { iosOptionsText } from '../../../host/devices/agent-options.ts';
import { Host, type Of } from '../../agent/test-host.ts';
import { freePort } from '../../host/free-port.ts';
import { said } from '../../symbols/oracles.ts';
import { type Shop, type Slice, startShop } from './start-iphone-shop.ts';

const prebuilt = (name: string): string => fileURLToPath(new URL(`../../../device-agents/prebuilt/ios/${name}`, import.meta.url));

/** The shipped library for a slice. */
export function agentFor(slice: Slice): string {
  return prebuilt(slice === 'device-arm64' ? 'liblaglens.dylib' : 'liblaglens-sim.dylib');
}

/** The shop with the inserted shipped agent, and a host after its hello. */
export class AgentOnShop implements AsyncDisposable {
  readonly shop: Shop;
  readonly host: Host;
  readonly #slice: Slice;
  /** By the offset in the shop's executable: many stacks share their frames. */
  readonly #functions = new Map<number, readonly string[]>();

  private constructor(shop: Shop, host: Host, slice: Slice) {
    this.shop = shop;
    this.host = host;
    this.#slice = slice;
  }

  static async start(slice: Slice, intervalUs = 5000): Promise<AgentOnShop> {
    const [token, port] = [randomBytes(16), await freePort()];
    const options = iosOptionsText({ token, port, intervalUs, depth: 1024 });
    const shop = await startShop({ slice, insert: [agentFor(slice)], env: { LAGLENS_OPTIONS: options } });
    try {
      const host = await Host.connect(port, { token: token.toString('hex') });
      await host.until('hello');
      return new AgentOnShop(shop, host, slice);
    } catch (error) {
      await shop[Symbol.asyncDispose]();
      throw error;
    }
  }

  async main(): Promise<number> {
    return (await this.host.until('thread', ({ flags }) => (flags & 1) !== 0)).thread;
  }

  /**
   * The shop's functions in a stack, innermost first, with inlined ones, by llvm-symbolizer from the dSYM. Callers are looked up one byte
   * before their return address; `offset` already is.
   */
  functionsIn(node: number): readonly string[] {
    const image = this.host.all('image').find(({ path }) => path.endsWith('/Shop.app/Shop'));
    const nodes = new Map(this.host.all('nativeNode').map((each) => [each.id, each]));
    const offsets: number[] = [];
    for (let at = nodes.get(node); at !== undefined; at = nodes.get(at.parent)) if (at.image === image?.id) offsets.push(at.offset);
    this.#symbolicate([...new Set(offsets)].filter((offset) => !this.#functions.has(offset)));
    return offsets.flatMap((offset) => this.#functions.get(offset) ?? []);
  }

  #symbolicate(offsets: readonly number[]): void {
    if (offsets.length === 0) return;
    const arch = this.#slice.endsWith('arm64') ? 'arm64' : 'x86_64';
    const dwarf = `${this.shop.build.dsym}/Contents/Resources/DWARF/Shop`;
    const input = `${offsets.map((offset) => `0x${offset.toString(16)}`).join('\n')}\n`;
    const lines = said('llvm-symbolizer-19', [`--obj=${dwarf}`, `--default-arch=${arch}`, '--output-style=JSON', '--inlines'], input);
    for (const [i, line] of lines.trim().split('\n').entries()) {
      const { Symbol: frames }: { Symbol: readonly { FunctionName: string }[] } = JSON.parse(line);
      this.#functions.set(
        offsets[i] ?? Number.NaN,
        frames.map(({ FunctionName }) => FunctionName),
      );
    }
  }

  /** Samples of main in a range of the agent's clock. */
  async mainSamples(beginUs: number, endUs: number): Promise<readonly Of<'sample'>[]> {
    const main = await this.main();
    return this.host.all('sample').filter(({ thread, atUs }) => thread === main && atUs >= beginUs && atUs <= endUs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.host[Symbol.dispose]();
    await this.shop[Symbol.asyncDispose]();
  }
}
