import { AndroidProvider } from '../../../../host/devices/android/android-provider.ts';
import { agentFiles } from '../../../../tests/host/java-phone.ts';
import { type FactResult, type FieldReport, REPORT_VERSION } from '../../core/report/field-report.ts';
import { type AppToVerify, verifyAndroid } from '../../host/android/verify-android.ts';

const ALL_MS = 300_000;
const VERSION = '0.1.0';

interface AskedPhone {
  readonly serial: string;
  readonly server: { readonly port: number };
}

/** A report of a simulated phone, as `laglens verify` makes it. @param app of whom to ask and which to capture, for some seconds */
export async function verified({ serial, server: { port } }: AskedPhone, app?: AppToVerify, seconds = 3): Promise<FieldReport> {
  const signal = AbortSignal.timeout(ALL_MS);
  const provider = new AndroidProvider(agentFiles, { adbPath: '', adbServer: `127.0.0.1:${port}`, attachTimeoutMs: 8_000 });
  const server = provider.server();
  await server.ensure(signal);
  const device = await provider.open(serial, signal);
  const { device: facts, ...run } = await verifyAndroid(
    { server, device, app: app?.id, version: VERSION, seconds, signal, say: () => undefined, onResult: () => undefined },
    app,
  );
  return {
    laglensFieldReport: REPORT_VERSION,
    laglens: VERSION,
    kind: 'android',
    day: '2026-03-01',
    host: { system: 'linux', node: '24.0.0' },
    device: facts,
    facts: run.facts,
    capture: run.capture,
  };
}

export function answersOf(facts: readonly FactResult[]): Readonly<Record<string, string>> {
  return Object.fromEntries(facts.map(({ id, answer, reason }) => [id, answer === 'untried' ? `untried: ${reason}` : answer]));
}

/** With their observations, for a failing test. */
export function idsOf(facts: readonly FactResult[], answer: FactResult['answer']): readonly string[] {
  return facts.filter((each) => each.answer === answer).map(({ id }) => id);
}
