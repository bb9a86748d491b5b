#include "art_tids.h"

#include "../../linux/kernel.h"
#include "../attach/identity.h"

/*
 * `java.lang.Thread.nativePeer` points to ART's own thread (art/runtime/thread.h), whose first part, `tls32_`, holds the kernel id at a
 * place that differs between versions: it is found as the one word that is right for the agent's own thread and for main. JVMTI does not
 * give these ids, and what answered a debugger's question for them (THST, android.ddm.DdmHandleThread) is not in Android 14 and later.
 */
enum { WORDS = 64, FIRST_TRUSTING_API = 29 };

static jfieldID native_peer;
static bool is_asked;
static uint32_t word_of_tid;
static bool is_found;

/* Android 9 takes a look-up from a thread without Java frames for the app's own, and may end the app for it. */
static void find_field(struct laglens_agent *agent, laglens_jni jni) {
  uint32_t api = laglens_api_level(agent, jni);
  is_asked = true;
  if (api != 0 && api < FIRST_TRUSTING_API) return;
  jclass type = jni_find_class(jni, "java/lang/Thread");
  if (type != NULL) native_peer = jni_field(jni, type, "nativePeer", "J");
  jni_delete_local(jni, type);
}

static uintptr_t peer_of(laglens_jni jni, const struct laglens_thread *thread) {
  uintptr_t peer = (uintptr_t)jni_get_long(jni, thread->ref, native_peer);
#if defined(__aarch64__)
  /* The kernel takes no pointer with a tag here. */
  peer &= ((uintptr_t)1 << 56) - 1;
#endif
  return peer;
}

static int tid_of(const struct laglens_thread *thread) { return __atomic_load_n(&thread->tid, __ATOMIC_ACQUIRE); }

static bool read_words(laglens_jni jni, const struct laglens_thread *thread, int32_t words[WORDS]) {
  uintptr_t peer = peer_of(jni, thread);
  return peer != 0 && laglens_peek(peer, words, WORDS * sizeof words[0]);
}

static void find_word(struct laglens_agent *agent, laglens_jni jni, const struct laglens_thread *own) {
  int32_t of_own[WORDS], of_main[WORDS];
  uint32_t fits = 0;
  if (agent->main == NULL || agent->main == own || tid_of(agent->main) == 0) return;
  if (!read_words(jni, own, of_own) || !read_words(jni, agent->main, of_main)) return;
  for (uint32_t i = 0; i < WORDS; i++) {
    if (of_own[i] != tid_of(own) || of_main[i] != tid_of(agent->main)) continue;
    word_of_tid = i;
    fits++;
  }
  is_found = fits == 1;
}

/* A thread that ends meanwhile leaves anything behind: only the id of a thread that is there counts. */
static int read_tid(laglens_jni jni, const struct laglens_thread *thread) {
  struct laglens_cpu_time cpu;
  int32_t tid = 0;
  uintptr_t peer = peer_of(jni, thread);
  if (peer == 0 || !laglens_peek(peer + word_of_tid * sizeof tid, &tid, sizeof tid)) return 0;
  return tid > 0 && laglens_thread_cpu(tid, &cpu) ? tid : 0;
}

void laglens_read_art_tids(struct laglens_agent *agent, laglens_jni jni) {
  const struct laglens_thread *own = laglens_thread_self();
  if (!agent->is_art || own == NULL) return;
  if (!is_asked) find_field(agent, jni);
  if (native_peer == NULL) return;
  if (!is_found) find_word(agent, jni, own);
  for (uint32_t i = 0; is_found && i < laglens_threads_used(agent); i++) {
    struct laglens_thread *slot = &agent->memory->threads.slots[i];
    int32_t unknown = 0, tid;
    if (__atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) != LAGLENS_SLOT_LIVE || tid_of(slot) != 0) continue;
    /* The thread itself may have noted it meanwhile. */
    if ((tid = read_tid(jni, slot)) != 0) __atomic_compare_exchange_n(&slot->tid, &unknown, tid, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  }
}
