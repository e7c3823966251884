//! The Rust peers of the benchmarks, as a child process of the harness.
//!
//! ```text
//! peers [--regex FILE]
//! peers --parsers
//! peers --resolvers
//! ```
//!
//! FILE has a regular expression for the rule to validate, anchored by `\A` and `\z`, for the peers
//! made from a grammar. Without it these peers are not listed. With `--parsers` the program lists
//! parsers instead of peers, with the key rule instead of standard; they answer `says` only. With
//! `--resolvers` it lists resolvers of references. Their strings are a base, a tab and a reference;
//! they answer `verdicts` (is there a result) and `time`, where ACCEPTED is the number of bytes of
//! all results.
//!
//! On its standard output the program first writes a line of JSON for each peer, with the keys
//! name, language, version and standard, and then an empty line. It answers each line of its
//! standard input by a line. Tabs separate the fields:
//!
//! | request | reply | meaning |
//! | --- | --- | --- |
//! | `load FILE` | `ok STRINGS` | reads the strings of a file, any bytes: before each its length in four bytes, the least significant first |
//! | `verdicts PEER` | a `0` or `1` a string | |
//! | `time PEER TURN` | `NS ACCEPTED ALLOCS` | passes over the strings, as many as fit in TURN nanoseconds, and at least one: the least CPU time of the thread in nanoseconds, valid strings, the least heap allocations, or -1 if they are not counted |
//! | `says PARSER` | a field a string | `!` rejected, `-` accepted without a host, `=HOST` (with `\xHH` for bytes outside of visible ASCII), `+` accepted by a parser without hosts, `?` not a string for the parser, `^` it panics |
//! | `quit` | no reply | the program ends, as at the end of its input |
//!
//! The reply to a failed request is `error TEXT`.

mod corpus;
mod dfa;
mod measure;
mod parsers;
mod peers;
mod ported {
    include!(env!("IRI_PORTED"));
}
mod resolve;

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};

use corpus::Corpus;
use measure::measure;
use peers::Peer;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("peers: {e}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let regex = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => None,
        ["--parsers"] => {
            // A panic is one of the answers of a parser.
            std::panic::set_hook(Box::new(|_| ()));
            let list: String = parsers::ALL.iter().map(|p| p.json() + "\n").collect();
            return serve(&list, says);
        }
        ["--resolvers"] => {
            let list: String = resolve::ALL.iter().map(|r| r.json() + "\n").collect();
            return serve(&list, resolve::answer);
        }
        ["--regex", file] => {
            let text = fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
            let regex = text.trim_end();
            if !regex.starts_with(r"\A") || !regex.ends_with(r"\z") {
                return Err(format!(r"{file}: the expression is not in \A…\z").into());
            }
            Some(regex.to_owned())
        }
        _ => return Err("usage: peers [--regex FILE], peers --parsers or peers --resolvers".into()),
    };
    let peers = peers::all(regex.as_deref())?;
    let list: String = peers.iter().map(|p| p.json() + "\n").collect();
    serve(&list, |verb, name, corpus| answer(verb, name, &peers, corpus))
}

type Reply = Result<String, Box<dyn Error>>;

/// Writes a list and answers requests, until the end of the input.
fn serve(list: &str, answer: impl Fn(&str, &str, &Corpus) -> Reply) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    writeln!(out, "{list}")?;
    out.flush()?;
    let mut corpus = Corpus::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line == "quit" {
            break;
        }
        let reply = match line.split_once('\t') {
            None => Err("a request is a word, a tab, and a name".into()),
            Some(("load", file)) => load(file, &mut corpus),
            Some((verb, name)) => answer(verb, name, &corpus),
        };
        let reply = reply.unwrap_or_else(|e| format!("error\t{e}"));
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
    Ok(())
}

fn load(file: &str, corpus: &mut Corpus) -> Reply {
    *corpus = Corpus::load(file).map_err(|e| format!("{file}: {e}"))?;
    Ok(format!("ok\t{}", corpus.bytes.len()))
}

/// Returns the reply to a request about a parser.
fn says(verb: &str, name: &str, corpus: &Corpus) -> Reply {
    let parser = parsers::ALL.iter().find(|p| p.name == name);
    match (verb, parser) {
        ("says", Some(parser)) => Ok(parser.says(corpus)),
        ("says", None) => Err(format!("no parser is called {name}").into()),
        _ => Err(format!("{verb} is no request: there are load, says and quit").into()),
    }
}

/// Returns the reply to a request about a peer.
fn answer(verb: &str, name: &str, peers: &[Peer], corpus: &Corpus) -> Reply {
    let (name, turn) = name.split_once('\t').unwrap_or((name, ""));
    let peer =
        peers.iter().find(|p| p.name == name).ok_or_else(|| format!("no peer is called {name}"))?;
    // Written once, to touch all pages.
    let mut verdicts = vec![true; corpus.bytes.len()];
    match verb {
        "verdicts" => {
            peer.pass(corpus, &mut verdicts);
            Ok(verdicts.iter().map(|&v| if v { '1' } else { '0' }).collect())
        }
        "time" => time(peer, Duration::from_nanos(turn.parse()?), corpus, &mut verdicts),
        _ => Err(format!("{verb} is no request: there are load, verdicts, time and quit").into()),
    }
}

/// Returns the reply to a request for the time of a turn. All passes must accept the same number of
/// strings.
fn time(peer: &Peer, turn: Duration, corpus: &Corpus, verdicts: &mut [bool]) -> Reply {
    let mut spent = Duration::ZERO;
    let mut best: Option<(Duration, usize, u64)> = None;
    while best.is_none() || spent < turn {
        let (time, allocations) = measure(|| peer.pass(corpus, verdicts))?;
        let accepted = verdicts.iter().filter(|&&v| v).count();
        spent += time.max(Duration::from_micros(1));
        best = match best {
            None => Some((time, accepted, allocations)),
            Some((_, before, _)) if before != accepted => {
                return Err(format!("a pass accepted {accepted} lines, and another {before}").into());
            }
            Some((t, _, a)) => Some((t.min(time), accepted, a.min(allocations))),
        };
    }
    let (time, accepted, allocations) = best.ok_or("no pass")?;
    let allocations = if peer.counted { allocations.to_string() } else { "-1".into() };
    Ok(format!("{}\t{accepted}\t{allocations}", time.as_nanos()))
}
