#include "CInotify.h"
