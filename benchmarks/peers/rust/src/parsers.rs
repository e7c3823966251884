//! The answers of parsers about single strings: whether they accept them, and their hosts.

use std::panic::catch_unwind;

use iri_string::types::{IriReferenceStr, UriReferenceStr};

use crate::corpus::Corpus;
use crate::peers::version;

/// The answer of a parser about a string.
enum Says {
    Rejected,
    /// Accepted, without a host.
    NoHost,
    /// Accepted, by a parser without access to hosts.
    Accepted,
    Host(String),
}

use Says::{Accepted, NoHost, Rejected};

fn host(host: Option<&str>) -> Says {
    host.map_or(NoHost, |h| Says::Host(h.to_owned()))
}

/// A parser of others.
pub struct Parser {
    pub name: &'static str,
    package: &'static str,
    /// The rule claimed by the parser.
    rule: &'static str,
    says: fn(&str) -> Says,
}

impl Parser {
    /// Returns the parser's line of the list. Its fields need no escapes.
    pub fn json(&self) -> String {
        let Parser { name, package, rule, .. } = self;
        let version = version(package);
        format!(r#"{{"name":"{name}","language":"Rust","version":"{version}","rule":"{rule}"}}"#)
    }

    /// Returns the answers about the strings of a corpus, a field each.
    pub fn says(&self, corpus: &Corpus) -> String {
        let fields: Vec<String> = corpus.strs.iter().map(|s| self.field(*s)).collect();
        fields.join("\t")
    }

    fn field(&self, string: Option<&'static str>) -> String {
        let Some(string) = string else { return "?".into() };
        let says = self.says;
        match catch_unwind(|| says(string)) {
            Err(_) => "^".into(),
            Ok(Rejected) => "!".into(),
            Ok(NoHost) => "-".into(),
            Ok(Accepted) => "+".into(),
            Ok(Says::Host(host)) => host.bytes().fold("=".into(), |mut field, b| {
                match b {
                    b'!'..=b'~' if b != b'\\' => field.push(b.into()),
                    _ => field += &format!(r"\x{b:02X}"),
                }
                field
            }),
        }
    }
}

/// All parsers; those of references where a package has such.
pub const ALL: &[Parser] = &[
    Parser {
        name: "oxiri IriRef::parse",
        package: "oxiri",
        rule: "rfc3987 IRI-reference",
        says: |s| oxiri::IriRef::parse(s).map_or(Rejected, |_| Accepted),
    },
    Parser {
        name: "fluent-uri IriRef::parse",
        package: "fluent-uri",
        rule: "rfc3987 IRI-reference",
        says: |s| {
            fluent_uri::IriRef::parse(s)
                .map_or(Rejected, |i| host(i.authority().as_ref().map(|a| a.host())))
        },
    },
    Parser {
        name: "fluent-uri UriRef::parse",
        package: "fluent-uri",
        rule: "rfc3986 URI-reference",
        says: |s| {
            fluent_uri::UriRef::parse(s)
                .map_or(Rejected, |i| host(i.authority().as_ref().map(|a| a.host())))
        },
    },
    Parser {
        name: "iri-string IriReferenceStr::new",
        package: "iri-string",
        rule: "rfc3987 IRI-reference",
        says: |s| {
            IriReferenceStr::new(s)
                .map_or(Rejected, |i| host(i.authority_components().map(|a| a.host())))
        },
    },
    Parser {
        name: "iri-string UriReferenceStr::new",
        package: "iri-string",
        rule: "rfc3986 URI-reference",
        says: |s| {
            UriReferenceStr::new(s)
                .map_or(Rejected, |i| host(i.authority_components().map(|a| a.host())))
        },
    },
    Parser {
        name: "iref IriRef::new",
        package: "iref",
        rule: "rfc3987 IRI-reference",
        says: |s| {
            iref::IriRef::new(s)
                .map_or(Rejected, |i| host(i.authority().map(|a| a.host().as_str())))
        },
    },
    Parser {
        name: "iref UriRef::new",
        package: "iref",
        rule: "rfc3986 URI-reference",
        says: |s| {
            iref::UriRef::new(s)
                .map_or(Rejected, |i| host(i.authority().map(|a| a.host().as_str())))
        },
    },
    Parser {
        name: "url Url::parse",
        package: "url",
        rule: "rfc3987 IRI",
        says: |s| url::Url::parse(s).map_or(Rejected, |u| host(u.host_str())),
    },
    Parser {
        name: "ada-url Url::parse",
        package: "ada-url",
        rule: "rfc3987 IRI",
        says: |s| {
            ada_url::Url::parse(s, None)
                .map_or(Rejected, |u| host(Some(u.hostname()).filter(|h| !h.is_empty())))
        },
    },
];
