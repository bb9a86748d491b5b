/* The app's folder: what lies in it is the app's own, all else the system's. */
#ifndef LAGLENS_APP_FOLDER_H
#define LAGLENS_APP_FOLDER_H

#include <stdbool.h>

/* Before the others, once the images are there. */
void laglens_app_folder_find(void);
/* Of an image's path. */
bool laglens_is_of_app(const char *path);

#endif
