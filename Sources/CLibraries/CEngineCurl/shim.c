#include "CEngineCurl.h"

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_offset(CURL *easy, CURLoption option, int64_t value) {
    return curl_easy_setopt(easy, option, (curl_off_t)value);
}

CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t length) {
    struct curl_blob blob = {(void *)bytes, length, CURL_BLOB_COPY};
    return curl_easy_setopt(easy, option, &blob);
}

CURLSH *ccurl_share_sessions(void) {
    CURLSH *share = curl_share_init();
    if (share) curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    return share;
}

CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

void ccurl_set_callbacks(
    CURL *easy, void *owner, ccurl_data_callback write, ccurl_data_callback header, ccurl_data_callback read,
    ccurl_seek_callback seek, ccurl_debug_callback debug, ccurl_sockopt_callback sockopt,
    ccurl_prereq_callback prereq, ccurl_resolver_callback resolver) {
    curl_easy_setopt(easy, CURLOPT_PRIVATE, owner);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, write);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, owner);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, owner);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, read);
    curl_easy_setopt(easy, CURLOPT_READDATA, owner);
    curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
    curl_easy_setopt(easy, CURLOPT_SEEKDATA, owner);
    curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, debug);
    curl_easy_setopt(easy, CURLOPT_DEBUGDATA, owner);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, sockopt);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, owner);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, prereq);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, owner);
    curl_easy_setopt(easy, CURLOPT_RESOLVER_START_FUNCTION, resolver);
    curl_easy_setopt(easy, CURLOPT_RESOLVER_START_DATA, owner);
    curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);
}

void ccurl_set_open_socket(CURL *easy, void *owner, ccurl_opensocket_callback open) {
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, owner);
}

void ccurl_set_close_socket(CURL *easy, void *owner, ccurl_closesocket_callback close) {
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, owner);
}

void ccurl_set_ssl_callback(CURL *easy, void *owner, ccurl_ssl_callback prepare) {
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, prepare);
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, owner);
}

void *ccurl_get_openssl(CURL *easy) {
    const struct curl_tlssessioninfo *session = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return NULL;
    return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}

long ccurl_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}

int64_t ccurl_get_offset(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}

void *ccurl_get_private(CURL *easy) {
    char *value = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value);
    return value;
}

void ccurl_multi_set_callbacks(
    CURLM *multi, void *owner, ccurl_socket_callback socket, ccurl_timer_callback timer) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, owner);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, owner);
}

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
