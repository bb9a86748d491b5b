import { runProgram } from '../shell/run-program.ts';
import { Call } from '../shell/shell-session.ts';
import { appActor } from '../system/actor.ts';
import { dataFolder, uidOf } from '../system/package-table.ts';
import { programs } from './shell-programs.ts';

/**
 * `run-as PACKAGE [--user N] COMMAND …`: runs as the app, in its data folder. Refusals in its own order and words. Source: AOSP
 * system/core/run-as/run-as.cpp.
 */
export async function runAs(call: Call): Promise<number> {
  const { phone } = call;
  const [name, ...rest] = call.args;
  const refuse = (why: string): Promise<number> => call.fail(`run-as: ${why}`);
  if (name === undefined) return call.fail('run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]\n');
  if (phone.faults.runAs !== undefined) return call.fail(phone.faults.runAs);
  if (call.actor.domain === 'app') return refuse("only 'shell' or 'root' users can run this program");
  let user = 0;
  if (rest[0] === '--user') {
    user = Number.parseInt(rest[1] ?? '', 10);
    if (Number.isNaN(user) || user < 0) return refuse(`bad user id: ${rest[1] ?? ''}`);
    rest.splice(0, 2);
  }
  const app = phone.packages.get(name);
  if (!app) return refuse(`unknown package: ${name}`);
  if (app.appId < 10_000) return refuse(`package not an application: ${name}`);
  if (!app.debuggable) return refuse(`package not debuggable: ${name}`);
  const home = dataFolder(app, user);
  if (!app.users.includes(user)) return refuse(`couldn't stat ${home}: No such file or directory`);

  const variables = new Map(call.session.variables).set('HOME', home);
  const session = { ...call.session, actor: appActor(uidOf(app, user)), cwd: home, variables, status: 0 };
  const inside = new Call(rest.length > 0 ? rest : ['sh'], call, session);
  const program = inside.name.replace(/^\/system\/bin\//, '');
  if (!programs.has(program)) return refuse(`exec failed for ${inside.name}: No such file or directory`);
  return runProgram(inside);
}
