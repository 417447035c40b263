#include "CEngineEpoll.h"
