import type { MessageDefinition } from './definition.ts';

export const agentMessages = {
  hello: {
    number: 1,
    from: 'agent',
    about: 'Answer to a right `hostProof`: who speaks, and what could not be enabled. Sets time base, sets node base to 0.',
    fields: {
      protocol: ['u', 'protocol'],
      agentVersion: ['str', 'agent version'],
      buildHash: ['str', 'another build cannot take over this agent'],
      pid: ['u', 'process id'],
      process: ['str', 'Android: application id, `:suffix` for secondary processes; iOS: bundle id'],
      abi: ['str', 'arm64-v8a, armeabi-v7a, x86_64; iOS: arm64, x86_64'],
      os: ['str', 'android, jvm, ios or ios-simulator; of imports also macos, tvos, watchos, visionos'],
      apiLevel: ['u', 'of Android'],
      runtime: ['str', 'virtual machine with version; iOS: version, build, model'],
      monoUs: ['T', 'CLOCK_MONOTONIC; iOS: mach_absolute_time, which halts while the device sleeps'],
      wallUs: ['u', 'wall clock now, since 1970'],
      intervalUs: ['u', 'sampling interval'],
      capabilities: ['list', 'requested', { name: ['str', 'name'], enabled: ['u', '1 works'], why: ['str', 'reason, for people'] }],
    },
  },
  clock: {
    number: 2,
    from: 'agent',
    about:
      'Both clocks at one moment. Sets the time base and the node base, so that a reader can start at it. Also where full tables begin again.',
    fields: {
      monoUs: ['T', 'CLOCK_MONOTONIC; iOS: mach_absolute_time, which halts while the device sleeps'],
      wallUs: ['u', 'wall clock now, since 1970'],
      node: ['N', 'node'],
      tables: ['more', 'number of the tables, from 1'],
    },
  },
  refused: {
    number: 3,
    from: 'agent',
    about: 'Answer to a host that cannot be served; the agent closes after it.',
    fields: {
      code: [
        'u',
        '1 another host is connected, 2 protocol version (also without a proof), 3 another agent build is active: restart the app',
      ],
      text: ['str', 'text'],
    },
  },
  settings: {
    number: 4,
    from: 'agent',
    about: 'What is in force, after hello and after each `configure`.',
    fields: {
      intervalUs: ['u', 'sampling interval'],
      threads: ['u', '0 main only, 1 all'],
      depth: ['u', 'most frames of a stack'],
      walkAlways: ['u', '1 walks stacks even if the CPU clock halted'],
      allocations: ['more', '1: samples report allocations'],
      askedIntervalUs: ['more', 'requested; the agent’s is longer to spare the device'],
    },
  },
  log: {
    number: 5,
    from: 'agent',
    about: 'A line for the log.',
    fields: { level: ['u', '0 debug, 1 info, 2 warning, 3 error'], text: ['str', 'text'] },
  },
  dropped: {
    number: 6,
    from: 'agent',
    about: 'What was lost since the last message of this kind.',
    fields: { atUs: ['t', 'time of the fact'], messages: ['u', 'messages'], samples: ['u', 'samples'], why: ['str', 'reason, for people'] },
  },
  overhead: {
    number: 7,
    from: 'agent',
    about: 'What the agent itself cost since the last message of this kind, about once a second.',
    fields: {
      atUs: ['t', 'time of the fact'],
      cpuUs: ['u', 'of the agent’s thread'],
      rounds: ['u', 'rounds'],
      walks: ['u', 'walks'],
      walkUs: ['u', 'their time'],
      skipped: ['u', 'walks saved: the CPU clock rested'],
      lateRounds: ['u', 'more than one interval late'],
      ringBytes: ['u', 'send ring’s highest fill'],
      nodes: ['u', 'nodes'],
      methods: ['u', 'methods'],
      full: ['u', 'no room: bit 0 nodes (stacks lack inner frames), 1 methods, 2 threads, 3 texts, 4 line numbers'],
    },
  },
  bye: {
    number: 8,
    from: 'agent',
    about: 'Last message before the agent closes on purpose.',
    fields: { atUs: ['t', 'time of the fact'], why: ['str', 'reason, for people'] },
  },
  challenge: {
    number: 9,
    from: 'agent',
    about: 'First answer to `hostHello`. The host closes when the proof is wrong: another program answers.',
    fields: {
      nonce: ['bytes', '32 random bytes, new for each connection'],
      proof: ['bytes', '[proof](#proofs) of the prover `agent`'],
    },
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
