#include "CInspectorInotify.h"
