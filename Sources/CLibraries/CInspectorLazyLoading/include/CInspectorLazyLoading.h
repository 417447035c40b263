#pragma once

// Nothing to call: a program with this module has the libraries in libraries.h loaded with the first call of each, not at its start.
