package formats_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/formats"
)

// readPURL takes a purl apart, decodes its components, and encodes them by ECMA-427: they must be
// the same.
func readPURL(s string) bool {
	rest, ok := strings.CutPrefix(s, "pkg:")
	rest, subpath, hasSubpath := strings.Cut(rest, "#")
	rest, qualifiers, hasQualifiers := strings.Cut(rest, "?")
	rest, version, hasVersion := strings.Cut(rest, "@")
	kind, path, hasPath := strings.Cut(rest, "/")
	isCanonical := func(s, unencoded string) bool {
		text, ok := decoded(s, alnums+"-._~:"+unencoded)
		encoded := ""
		for i := range len(text) {
			if strings.IndexByte(alnums+"-._~:"+unencoded, text[i]) >= 0 {
				encoded += text[i : i+1]
			} else {
				encoded += fmt.Sprintf("%%%02x", text[i])
			}
		}
		return ok && text != "" && utf8.ValidString(text) && strings.EqualFold(encoded, s)
	}
	isKey := func(s, more string) bool { return s != "" && isAll(s[:1], lowers) && isAll(s, lowers+digits+more) }
	if !ok || !hasPath || !isKey(kind, ".-") || hasVersion && !isCanonical(version, "") {
		return false
	}
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		if !isCanonical(segment, "") || i < len(segments)-1 && strings.Contains(strings.ToUpper(segment), "%2F") {
			return false
		}
	}
	if hasQualifiers {
		seen := map[string]bool{}
		for qualifier := range strings.SplitSeq(qualifiers, "&") {
			key, value, _ := strings.Cut(qualifier, "=")
			value = strings.NewReplacer("%2F", "/", "%2f", "/").Replace(value)
			if !isKey(key, ".-_") || seen[key] || !isCanonical(value, "/") {
				return false
			}
			seen[key] = true
		}
	}
	if hasSubpath {
		for segment := range strings.SplitSeq(subpath, "/") {
			hasSlash := strings.Contains(strings.ToUpper(segment), "%2F")
			if !isCanonical(segment, "") || segment == "." || segment == ".." || hasSlash {
				return false
			}
		}
	}
	return true
}

var purlReading = reading{
	"purl", formats.PURL, readPURL,
	// README and test suite of package-url/purl-spec (MIT): canonical forms.
	[]string{
		"pkg:bitbucket/birkenfeld/pygments-main@244fd47e07d1014f0aed9c",
		"pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie",
		"pkg:docker/cassandra@sha256:244fd47e07d1004f0aed9c",
		"pkg:docker/customer/dockerimage@sha256:244fd47e07d1004f0aed9c?repository_url=gcr.io",
		"pkg:gem/jruby-launcher@1.1.2?platform=java", "pkg:gem/ruby-advisory-db-check@0.12.4",
		"pkg:github/package-url/purl-spec@244fd47e07d1004f0aed9c",
		"pkg:golang/google.golang.org/genproto#googleapis/api/annotations",
		"pkg:maven/org.apache.xmlgraphics/batik-anim@1.9.1?packaging=sources",
		"pkg:maven/org.apache.xmlgraphics/batik-anim@1.9.1?repository_url=repo.spring.io%2Frelease",
		"pkg:maven/mygroup/myartifact@1.0.0%20Final?mykey=my%20value", "pkg:npm/%40angular/animation@12.3.1",
		"pkg:npm/foobar@12.3.1",
		"pkg:nuget/EnterpriseLibrary.Common@6.0.1304", "pkg:pypi/django@1.11.1",
		"pkg:rpm/fedora/curl@7.50.3-1.fc25?arch=i386&distro=fedora-25",
		"pkg:generic/openssl@1.1.10g?checksum=sha256:de4d501267da&download_url=https://openssl.org/source/openssl.tar.gz",
		"pkg:generic/bitwarderl?vcs_url=git%2Bhttps://git.fsfe.org/dxtr/bitwarderl%40cc55108da32",
		"pkg:generic/bitwarderl?checksum=sha1:ad9503c3e994a4f%2Csha256:41bf9088b3a1e6c1ef1d",
		"pkg:generic/libexample@0.5.2#src/libexample.c",
		// Others.
		"pkg:a/b%2Fc@%C3%A9%2fd", "pkg:a/..#.../.a/..a", "pkg:a.b-0/~?a.-_0=%00",
	},
	[]string{
		// The suite's failures.
		"EnterpriseLibrary.Common@6.0.1304", "pkg:EnterpriseLibrary.Common@6.0.1304", "pkg:n&g?inx/nginx@0.8.9",
		"pkg:3nginx/nginx@0.8.9",
		"pkg:nginx:a/nginx@0.8.9", "pkg:npm/myartifact@1.0.0?in%20production=true", "pkg:maven/@1.3.4",
		"pkg%3Amaven/org.apache.commons/io",
		// Forms that are not canonical, and near misses.
		"pkg://npm/a", "PKG:npm/a", "pkg:Npm/a", "pkg:npm/a/", "pkg:npm//a", "pkg:npm/@a/b@1", "pkg:npm/a@",
		"pkg:npm/a?", "pkg:npm/a#", "pkg:npm/a?B=c",
		"pkg:npm/a?b=", "pkg:npm/a?b", "pkg:npm/a?b=c&", "pkg:npm/a?b=c&b=d", "pkg:npm/a?b=c&d=e&b=f",
		"pkg:npm/a#b/../c", "pkg:npm/a#.", "pkg:npm/a#b//c", "pkg:npm/a#/b",
		"pkg:npm/a%2Fb/c", "pkg:npm/a#b%2Fc", "pkg:npm/%61", "pkg:npm/a%3Ab", "pkg:npm/%2D", "pkg:npm/%7e",
		"pkg:npm/a+b", "pkg:npm/%E9", "pkg:npm/a@b@c", "pkg:npm/\u00e9",
		"pkg:npm/a#%2e", "pkg:np+m/a", "pkg:npm/a?b=git+ssh", "pkg:npm/%5F",
	},
	"pkg: / / @ ? & = # . .. a=b &a=c b A 0 : %40 %41 %2F %2f %20 %5f %C3%A9 %C3 %3a + ~ - _",
}

func TestPURL(t *testing.T) { purlReading.test(t) }
