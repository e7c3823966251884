//! Resolvers of references. A string of their corpus is a base, a tab, and a reference.

use std::error::Error;
use std::time::Duration;

use oxiri::{Iri, IriRef};

use crate::corpus::Corpus;
use crate::measure::measure;
use crate::peers::version;

/// A parsed base, and a reference as a string and parsed.
struct Pair {
    base: Iri<&'static str>,
    text: &'static str,
    reference: IriRef<&'static str>,
}

/// A resolver. It returns the length of a result, or `None` without one. The string is empty and
/// has room for a result.
pub struct Resolver {
    pub name: &'static str,
    resolve: fn(&Pair, &mut String) -> Option<usize>,
}

/// All resolvers.
pub const ALL: &[Resolver] = &[
    Resolver {
        name: "oxiri resolve",
        resolve: |pair, _| {
            let reference = IriRef::parse(pair.text).ok()?;
            Some(pair.base.resolve(&reference).ok()?.as_str().len())
        },
    },
    Resolver {
        name: "oxiri resolve_into",
        resolve: |pair, room| {
            let reference = IriRef::parse(pair.text).ok()?;
            pair.base.resolve_into(&reference, room).ok()?;
            Some(room.len())
        },
    },
    Resolver {
        name: "oxiri resolve_into, parsed before",
        resolve: |pair, room| {
            pair.base.resolve_into(&pair.reference, room).ok()?;
            Some(room.len())
        },
    },
];

impl Resolver {
    /// Returns the resolver's line of the list. Its fields need no escapes.
    pub fn json(&self) -> String {
        let (name, version) = (self.name, version("oxiri"));
        format!(
            r#"{{"name":"{name}","language":"Rust","version":"{version}","standard":"RFC 3987"}}"#
        )
    }
}

/// Returns the reply to a request about a resolver.
pub fn answer(verb: &str, about: &str, corpus: &Corpus) -> Result<String, Box<dyn Error>> {
    let (name, turn) = about.split_once('\t').unwrap_or((about, ""));
    let resolver = ALL
        .iter()
        .find(|r| r.name == name)
        .ok_or_else(|| format!("no resolver is called {name}"))?;
    let mut room = String::with_capacity(1 << 16);
    match verb {
        "verdicts" => Ok(corpus
            .strs
            .iter()
            .map(|s| {
                room.clear();
                let pair = s.and_then(pair);
                let resolved = pair.is_some_and(|p| (resolver.resolve)(&p, &mut room).is_some());
                if resolved { '1' } else { '0' }
            })
            .collect()),
        "time" => time(resolver, Duration::from_nanos(turn.parse()?), corpus, &mut room),
        _ => Err(format!("{verb} is no request: there are load, verdicts, time and quit").into()),
    }
}

fn pair(line: &'static str) -> Option<Pair> {
    let (base, text) = line.split_once('\t')?;
    Some(Pair { base: Iri::parse(base).ok()?, text, reference: IriRef::parse(text).ok()? })
}

/// Returns the reply to a request for the time of a turn: the figures of the fastest pass, the
/// bytes of all results, and the least allocations.
fn time(
    resolver: &Resolver,
    turn: Duration,
    corpus: &Corpus,
    room: &mut String,
) -> Result<String, Box<dyn Error>> {
    let pairs: Option<Vec<Pair>> = corpus.strs.iter().map(|s| s.and_then(pair)).collect();
    let pairs = pairs.ok_or("a line is not a base, a tab, and a reference")?;
    let (mut spent, mut best) = (Duration::ZERO, (Duration::MAX, 0, u64::MAX));
    while best.0 == Duration::MAX || spent < turn {
        let mut bytes = Some(0);
        let (time, allocations) = measure(|| {
            for pair in &pairs {
                room.clear();
                bytes = bytes.zip((resolver.resolve)(pair, room)).map(|(a, b)| a + b);
            }
        })?;
        spent += time.max(Duration::from_micros(1));
        best = (best.0.min(time), bytes.ok_or("a pair has no result")?, best.2.min(allocations));
    }
    Ok(format!("{}\t{}\t{}", best.0.as_nanos(), best.1, best.2))
}
