//go:build boosturl && cgo

#include "boosturl.h"

#include <boost/url/parse.hpp>
#include <boost/version.hpp>

const char *boosturl_version(void) { return BOOST_LIB_VERSION; }

/* Boost.URL 1.81 accepts authorities with a second "@", and ports with letters. */
static inline int valid(const unsigned char *line, const unsigned char *end)
{
	return boost::urls::parse_uri(boost::urls::string_view((const char *)line, end - line)).has_value();
}

BATCH(boosturl)
ONE(boosturl)

struct says boosturl_says(const char *s, size_t n)
{
	struct says says = {};
	boost::urls::string_view text(s != NULL ? s : "", n);
	auto url = boost::urls::parse_uri_reference(text);
	if (!url.has_value())
		return says;
	says.accepted = 1;
	if (url->has_authority()) {
		boost::urls::string_view host = url->encoded_host_address();
		says.has_host = 1;
		says.length = host.size();
		if (says.length > 0)
			says.start = host.data() - text.data();
	}
	return says;
}
