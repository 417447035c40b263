#include "CEngineIDN2.h"

#include <idn2.h>
#include <string.h>

int cidn2_lookup(const char *name, char result[CIDN2_NAME_SIZE]) {
    uint8_t *found = NULL;
    // Uses the same mapping as libcurl and browsers. The older mapping accepts some names that the newer one
    // refuses.
    int code = idn2_lookup_u8((const uint8_t *)name, &found, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    if (code != IDN2_OK) code = idn2_lookup_u8((const uint8_t *)name, &found, IDN2_TRANSITIONAL);
    if (code != IDN2_OK) return 0;
    size_t size = strlen((const char *)found) + 1;
    if (size <= CIDN2_NAME_SIZE) memcpy(result, found, size);
    idn2_free(found);
    return size <= CIDN2_NAME_SIZE;
}
