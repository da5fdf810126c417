// The functions of libcurl that take any number of arguments, as functions that take one.
#ifndef APPCONTROLLER_OAUTH_CURL_H
#define APPCONTROLLER_OAUTH_CURL_H

#include <curl/curl.h>

typedef size_t (*oauth_curl_writer)(char *bytes, size_t size, size_t count, void *context);
typedef int (*oauth_curl_watcher)(void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

static inline CURLcode oauth_curl_number(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode oauth_curl_text(CURL *curl, CURLoption option, const char *value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode oauth_curl_lists(CURL *curl, struct curl_slist *headers, struct curl_slist *addresses) {
  CURLcode code = curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_RESOLVE, addresses) : code;
}

static inline CURLcode oauth_curl_callbacks(CURL *curl, oauth_curl_writer writer, oauth_curl_watcher watcher,
                                            void *context) {
  CURLcode code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, writer);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_WRITEDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, watcher);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_XFERINFODATA, context);
  return code;
}

static inline long oauth_curl_status(CURL *curl) {
  long status = 0;
  return curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

#endif
