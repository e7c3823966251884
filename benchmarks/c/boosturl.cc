//go:build boosturl && cgo

#include "boosturl.h"

#include <boost/url/parse.hpp>
#include <boost/version.hpp>

const char *boosturl_version(void) { return BOOST_LIB_VERSION; }

/* Boost.URL 1.81 accepts authorities with a second "@", and ports that are not numbers. */
static inline int valid(const unsigned char *line, const unsigned char *end)
{
	return boost::urls::parse_uri(boost::urls::string_view((const char *)line, end - line)).has_value();
}

BATCH(boosturl)
ONE(boosturl)
