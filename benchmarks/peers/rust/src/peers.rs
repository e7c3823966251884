use std::error::Error;
use std::str;

use iri_string::types::IriStr;

use crate::corpus::Corpus;
use crate::dfa::Dfa;

/// A pass over all lines of a corpus. It writes a verdict for each.
type Pass = Box<dyn Fn(&Corpus, &mut [bool])>;

/// A validator of others.
pub struct Peer {
    pub name: String,
    version: &'static str,
    standard: &'static str,
    pass: Pass,
    /// Whether the heap allocations of the peer go through the allocator of this program.
    pub counted: bool,
}

impl Peer {
    /// Returns the peer's line of the list. Its fields need no escapes.
    pub fn json(&self) -> String {
        let Peer { name, version, standard, .. } = self;
        format!(
            r#"{{"name":"{name}","language":"Rust","version":"{version}","standard":"{standard}"}}"#
        )
    }

    /// Validates all lines of a corpus. Timed passes and those for verdicts are the same. The peer
    /// is inlined into the loop as far as it allows. The written verdicts prevent the compiler from
    /// removing calls.
    pub fn pass(&self, corpus: &Corpus, verdicts: &mut [bool]) {
        (self.pass)(corpus, verdicts)
    }

    /// A peer that takes bytes: a call of a package.
    fn of_bytes(
        package: &str,
        call: &str,
        standard: &'static str,
        valid: impl Fn(&[u8]) -> bool + 'static,
    ) -> Peer {
        Peer {
            name: format!("{package} {call}"),
            version: version(package),
            standard,
            pass: Box::new(move |corpus, verdicts| {
                for (line, verdict) in corpus.bytes.iter().zip(verdicts) {
                    *verdict = valid(line);
                }
            }),
            counted: true,
        }
    }

    /// A peer that takes `&str` only, twice. With bytes for input, the check of the encoding is
    /// part of its work, as in a validator of bytes. With checked strings for input, lines that are
    /// not UTF-8 cost it no time.
    fn of_str(
        package: &str,
        call: &str,
        standard: &'static str,
        valid: impl Fn(&str) -> bool + Copy + 'static,
    ) -> [Peer; 2] {
        let fed_bytes = Peer::of_bytes(package, call, standard, move |line| {
            str::from_utf8(line).is_ok_and(valid)
        });
        let fed_strs = Peer {
            name: format!("{package} {call}, UTF-8 checked before"),
            version: version(package),
            standard,
            pass: Box::new(move |corpus, verdicts| {
                for (line, verdict) in corpus.strs.iter().zip(verdicts) {
                    *verdict = line.is_some_and(valid);
                }
            }),
            counted: true,
        };
        [fed_bytes, fed_strs]
    }

    /// [`Peer::of_str`] for a package around a library in C++ with an allocator of its own.
    fn of_str_in_cpp(
        package: &str,
        call: &str,
        standard: &'static str,
        valid: impl Fn(&str) -> bool + Copy + 'static,
    ) -> [Peer; 2] {
        Peer::of_str(package, call, standard, valid).map(|peer| Peer { counted: false, ..peer })
    }
}

const IRI: &str = "RFC 3987";
const URI: &str = "RFC 3986";
const URL: &str = "WHATWG URL";

/// Returns all peers: those made from a regular expression, if there is one, and those written by
/// hand.
pub fn all(regex: Option<&str>) -> Result<Vec<Peer>, Box<dyn Error>> {
    let made = regex.map(of_regex).transpose()?;
    let ported = Peer::of_bytes("abnf gen", "--lang rust", IRI, crate::ported::iri::valid);
    let written = [
        Peer::of_str("oxiri", "Iri::parse", IRI, |s| oxiri::Iri::parse(s).is_ok()),
        Peer::of_str("fluent-uri", "Iri::parse", IRI, |s| fluent_uri::Iri::parse(s).is_ok()),
        Peer::of_str("fluent-uri", "Uri::parse", URI, |s| fluent_uri::Uri::parse(s).is_ok()),
        Peer::of_str("iri-string", "IriStr::new", IRI, |s| IriStr::new(s).is_ok()),
        Peer::of_str("iref", "Iri::new", IRI, |s| iref::Iri::new(s).is_ok()),
        Peer::of_str("url", "Url::parse", URL, |s| url::Url::parse(s).is_ok()),
        Peer::of_str_in_cpp("ada-url", "Url::parse", URL, |s| ada_url::Url::parse(s, None).is_ok()),
        Peer::of_str_in_cpp("ada-url", "Url::can_parse", URL, |s| ada_url::Url::can_parse(s, None)),
    ];
    let made = made.into_iter().flatten();
    Ok(made.chain([ported]).chain(written.into_iter().flatten()).collect())
}

/// Returns the peers made from a regular expression. Each has its own automaton.
fn of_regex(regex: &str) -> Result<[Peer; 4], Box<dyn Error>> {
    let re = regex::bytes::Regex::new(regex)?;
    let search = Dfa::new(regex)?;
    let (walk, unchecked) = (search.clone(), search.clone());
    let package = "regex-automata";
    Ok([
        Peer::of_bytes(package, "dense next_state", IRI, move |s| walk.walk(s)),
        Peer::of_bytes(package, "dense next_state_unchecked", IRI, move |s| {
            unchecked.walk_unchecked(s)
        }),
        Peer::of_bytes(package, "dense try_search_fwd", IRI, move |s| search.search(s)),
        Peer::of_bytes("regex", "bytes::Regex::is_match", IRI, move |s| re.is_match(s)),
    ])
}

/// Returns the version of a package, pinned in Cargo.toml.
pub fn version(package: &str) -> &'static str {
    if package == "abnf gen" {
        return "this one";
    }
    include_str!("../Cargo.toml")
        .lines()
        .find_map(|line| line.strip_prefix(package)?.strip_prefix(" = \"=")?.strip_suffix('"'))
        .expect("a peer is a dependency of one exact version")
}
