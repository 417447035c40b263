#pragma once

// Nothing to call: a program with this module has libcurl loaded with the first call of it, not at its start.
