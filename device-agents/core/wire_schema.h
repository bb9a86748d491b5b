/* Generated from core/wire/schema.ts by scripts/generate.ts. Do not edit. */
#ifndef LAGLENS_WIRE_SCHEMA_H
#define LAGLENS_WIRE_SCHEMA_H

/* A message is: length varint (of all that follows), number varint, then the fields in the order of its comment.
 *   u     unsigned LEB128 varint, at most 2^53 - 1
 *   s     signed: zigzag ((v << 1) ^ (v >> 63)), as a varint
 *   opt   0 unknown, otherwise value + 1, as a varint
 *   more  as u, at the end of a message: left out where it and all behind it are 0
 *   t     time in us: zigzag difference to the time base, which it moves
 *   T     time in us, as a varint; sets the time base
 *   n     stack node: zigzag difference to the node base, which it moves
 *   N     stack node, as a varint; sets the node base
 *   str   UTF-8: length in bytes as a varint, then the bytes
 *   bytes length as a varint, then the bytes
 *   list  number of items as a varint, then the items
 * The bases start at 0 on each connection; HELLO sets the node base to 0. */

#define LAGLENS_PROTOCOL_VERSION 2           /* hello.protocol */
#define LAGLENS_MAX_MESSAGE_BYTES 1048576    /* number and fields of one message */
#define LAGLENS_MAX_STRING_BYTES 65536       /* one str or bytes */
#define LAGLENS_MAX_LIST_ITEMS 4096          /* items of one list */
#define LAGLENS_MAX_STACK_DEPTH 4096         /* parents of one stack node */
#define LAGLENS_TOKEN_BYTES 16               /* what both sides prove to know */
#define LAGLENS_NONCE_BYTES 32               /* hostHello.nonce, challenge.nonce */
#define LAGLENS_PROOF_BYTES 32               /* challenge.proof, hostProof.proof */

/* Answer to a right `hostProof`: who speaks, and what could not be enabled. Sets time base, sets node base to 0.
 * u protocol,
 * str agentVersion,
 * str buildHash,
 * u pid,
 * str process,
 * str abi,
 * str os,
 * u apiLevel,
 * str runtime,
 * T monoUs,
 * u wallUs,
 * u intervalUs,
 * list{str name, u enabled, str why} capabilities */
#define LAGLENS_MSG_HELLO 1

/* Both clocks at one moment. Sets the time base and the node base, so that a reader can start at it. Also where full tables begin again.
 * T monoUs, u wallUs, N node, more tables */
#define LAGLENS_MSG_CLOCK 2

/* Answer to a host that cannot be served; the agent closes after it.
 * u code, str text */
#define LAGLENS_MSG_REFUSED 3

/* What is in force, after hello and after each `configure`.
 * u intervalUs, u threads, u depth, u walkAlways, more allocations, more askedIntervalUs */
#define LAGLENS_MSG_SETTINGS 4

/* A line for the log.
 * u level, str text */
#define LAGLENS_MSG_LOG 5

/* What was lost since the last message of this kind.
 * t atUs, u messages, u samples, str why */
#define LAGLENS_MSG_DROPPED 6

/* What the agent itself cost since the last message of this kind, about once a second.
 * t atUs, u cpuUs, u rounds, u walks, u walkUs, u skipped, u lateRounds, u ringBytes, u nodes, u methods, u full */
#define LAGLENS_MSG_OVERHEAD 7

/* Last message before the agent closes on purpose.
 * t atUs, str why */
#define LAGLENS_MSG_BYE 8

/* First answer to `hostHello`. The host closes when the proof is wrong: another program answers.
 * bytes nonce, bytes proof */
#define LAGLENS_MSG_CHALLENGE 9

/* A thread was found, was renamed, or its kernel id or priority became known.
 * u thread, u tid, str name, str group, u flags, t atUs, more priority */
#define LAGLENS_MSG_THREAD 10

/* A thread ended.
 * u thread, t atUs */
#define LAGLENS_MSG_THREAD_END 11

/* A text that others refer to.
 * u id, str text */
#define LAGLENS_MSG_STRING 12

/* A native library in the process.
 * u id, u base, u size, bytes buildId, str path */
#define LAGLENS_MSG_IMAGE 13

/* A method that stack nodes refer to.
 * u id, str class, str name, str signature, str sourceFile, u modifiers */
#define LAGLENS_MSG_METHOD 14

/* SourceDebugExtension of a class (SMAP), sent once before the first node in it.
 * str class, str smap */
#define LAGLENS_MSG_CLASS_DEBUG 15

/* A stack node: one frame below its parent. Sent before the first message that refers to it.
 * u id, u parent, u method, u line, s pc */
#define LAGLENS_MSG_NODE 16

/* A stack node of native code, of which only the address is known. Its id is one of the same row as those of `node`.
 * u id, u parent, u image, u offset */
#define LAGLENS_MSG_NATIVE_NODE 17

/* A thread was seen in this stack and state; opens its run of equal samples and closes the run before.
 * u thread, t atUs, n node, u state, opt cpuUs, more allocatedBytes */
#define LAGLENS_MSG_SAMPLE 20

/* The open run of a thread was seen again, up to this time.
 * u thread, t atUs, u samples, opt cpuUs, more allocatedBytes */
#define LAGLENS_MSG_RUN 21

/* All that is open is still open at this time. At least every 50 ms, every 250 ms once nothing has run for 0.4 s.
 * t atUs, u rounds */
#define LAGLENS_MSG_TICK 22

/* A looper begins to dispatch a message, or a run loop wakes up.
 * u thread, t atUs, u target, u callback, s what */
#define LAGLENS_MSG_MESSAGE_BEGIN 24

/* The looper is done with the message; the run loop goes to sleep or ends.
 * u thread, t atUs, u target, u callback, s what */
#define LAGLENS_MSG_MESSAGE_END 25

/* A thread begins to wait.
 * u thread, t atUs, u kind, u object */
#define LAGLENS_MSG_WAIT_BEGIN 28

/* Who holds what a thread waits for, asked while it waits.
 * u thread, t atUs, u owner, u ownerNode, u waiters, u object */
#define LAGLENS_MSG_WAIT_OWNER 29

/* The wait is over.
 * u thread, t atUs, more outcome */
#define LAGLENS_MSG_WAIT_END 30

/* A garbage collection pause begins.
 * t atUs */
#define LAGLENS_MSG_GC_BEGIN 32

/* The pause is over.
 * t atUs */
#define LAGLENS_MSG_GC_END 33

/* What the whole process used, about once a second.
 * t atUs, u cpuUs, u cores, opt footprintBytes, u threads, opt thermal, opt allocations, opt allocatedBytes */
#define LAGLENS_MSG_COUNTERS 34

/* A phase of the life of the app began.
 * t atUs, u phase */
#define LAGLENS_MSG_LIFECYCLE 35

/* A frame, on iOS a call of main’s display link: a late one at once, the others as a count, about once a second. Not what the screen showed.
 * t atUs, u lateUs, u periodUs, u inTime, u first */
#define LAGLENS_MSG_FRAME 36

/* A function that may wait took at least 1 ms. Reported when it returned.
 * u thread, t beginUs, t atUs, n node, u function, u object, u owner */
#define LAGLENS_MSG_BLOCKING_CALL 37

/* A thread of iOS has waited 50 ms for a lock and waits on. Again when the lock has another owner, and when its owner began such a wait itself. `blockingCall` of the same begin takes its place.
 * u thread, t beginUs, t atUs, n node, u function, u object, u owner, more over */
#define LAGLENS_MSG_OPEN_CALL 50

/* A thread that ran meanwhile was ready and had no core for a part of this time. A later message of the same time adds to it. Linux and Android.
 * u thread, t beginUs, t atUs, u readyUs */
#define LAGLENS_MSG_READY 38

/* A message of main’s looper that took 8 ms, as main’s counts; reported before its `messageEnd`. Of shorter ones that waited 16 ms in the queue, one in 8 ms.
 * u thread,
 * t beginUs,
 * t atUs,
 * u cpuUs,
 * opt readyUs,
 * u majorFaults,
 * u voluntarySwitches,
 * u involuntarySwitches,
 * opt queuedUs */
#define LAGLENS_MSG_MESSAGE_USE 39

/* A screen begins to be shown, or no longer is. Android: an activity from its start to its stop; a fragment in front, as seen at the ends of messages. iOS: a view controller that appeared.
 * t atUs, u id, u name, u kind, u shown */
#define LAGLENS_MSG_SCREEN 40

/* A barrier has been in main’s message queue for 10 s: synchronous messages wait, only asynchronous ones are handled. Again every 10 s.
 * t beginUs, t atUs, u over */
#define LAGLENS_MSG_SYNC_BARRIER 49

/* A piece of Android’s trace of an ANR that ended a process of this app in the last day, by ApplicationExitInfo (Android 11 and newer); of the newest three. Again for each host.
 * t atUs, u wallUs, u pid, u reason, u from, u rest, str text */
#define LAGLENS_MSG_EXIT_TRACE 51

/* First message on a connection, answered by `challenge`; by `refused` when the version is another one.
 * u protocol, bytes nonce, str client */
#define LAGLENS_MSG_HOST_HELLO 64

/* Changes the sampling at once; answered by `settings`.
 * u intervalUs, u threads, u depth, u walkAlways, more allocations */
#define LAGLENS_MSG_CONFIGURE 65

/* Asks for a clock message after all that is queued.
 * no fields */
#define LAGLENS_MSG_FLUSH 66

/* The host’s answer to a right `challenge`. The agent closes without a word when the proof is wrong.
 * bytes proof */
#define LAGLENS_MSG_HOST_PROOF 68

/* Stops sampling, takes hooks off, says bye and closes.
 * no fields */
#define LAGLENS_MSG_DETACH 67

#endif
