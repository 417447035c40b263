#include "CInspectorMalloc.h"
