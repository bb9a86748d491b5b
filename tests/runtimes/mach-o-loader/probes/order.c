/* Prints how a run loop notifies its observers, and what it calls, while a source is signalled and a timer is due once. */
#include <system.h>

int printf(const char *format, ...);
typedef const void *string;
void *CFRunLoopGetMain(void);
int CFRunLoopRunInMode(string mode, double seconds, unsigned char until_source);
void *CFRunLoopObserverCreate(void *allocator, unsigned long activities, unsigned char repeats, long order,
                              void (*called)(void *, unsigned long, void *), void *context);
void CFRunLoopAddObserver(void *loop, void *observer, string mode);
void *CFRunLoopTimerCreate(void *allocator, double fire, double interval, unsigned long flags, long order, void (*called)(void *, void *),
                           void *context);
void CFRunLoopAddTimer(void *loop, void *timer, string mode);
void *CFRunLoopSourceCreate(void *allocator, long order, void *context);
void CFRunLoopAddSource(void *loop, void *source, string mode);
void CFRunLoopSourceSignal(void *source);
void CFRunLoopPerformBlock(void *loop, string mode, void (^block)(void));
double CFAbsoluteTimeGetCurrent(void);
extern const string kCFRunLoopDefaultMode, kCFRunLoopCommonModes;
#define STRING(text) ((string)__builtin___CFStringMakeConstantString(text))

struct context {
  long version;
  void *info, *functions[7];
  void (*perform)(void *info);
};

static void observed(void *observer, unsigned long activity, void *info) {
  printf("%s%lu ", (const char *)info, activity);
}
static void fired(void *timer, void *info) { printf("timer "); }
static void performed(void *info) { printf("source "); }

static void observe(const char *name, long order, string mode) {
  struct context context = {.info = (void *)name};
  CFRunLoopAddObserver(CFRunLoopGetMain(), CFRunLoopObserverCreate(NULL, 0xff, 1, order, observed, &context), mode);
}

int main(void) {
  struct context context = {.perform = performed};
  void *source = CFRunLoopSourceCreate(NULL, 0, &context), *loop = CFRunLoopGetMain();
  observe("b", 5, kCFRunLoopCommonModes);
  observe("a", -5, kCFRunLoopDefaultMode);
  observe("private", 0, STRING("UIInitializationRunLoopMode"));
  CFRunLoopAddSource(loop, source, kCFRunLoopDefaultMode);
  CFRunLoopSourceSignal(source);
  CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode, ^{
    printf("block ");
  });
  CFRunLoopAddTimer(loop, CFRunLoopTimerCreate(NULL, CFAbsoluteTimeGetCurrent() + 1.0, 0, 0, 0, fired, NULL), kCFRunLoopCommonModes);
  int result = CFRunLoopRunInMode(kCFRunLoopDefaultMode, 2.0, 0);
  printf("result%d\n", result);
  return 0;
}
