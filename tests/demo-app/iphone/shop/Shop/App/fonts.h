#pragma once

/* Reads what the shop writes with, at every launch. */
void load_fonts(void);
