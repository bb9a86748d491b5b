/* Names, files and lines of methods, asked of the virtual machine when a method is first seen. */
#ifndef LAGLENS_METHOD_NAMES_H
#define LAGLENS_METHOD_NAMES_H

#include "../agent.h"

/* Number of the method in the method table, 0 when the table is full. */
uint32_t laglens_method_number(struct laglens_agent *agent, laglens_jni jni, jmethodID id);
/* String id of an object's class as a type signature, 0 unknown. */
uint32_t laglens_class_of_object(struct laglens_agent *agent, laglens_jni jni, jobject object);

#endif
