//! The Rust peers of the benchmarks, as a child process of the harness.
//!
//! ```text
//! peers [--regex FILE]
//! ```
//!
//! FILE holds a regular expression for the rule to validate, anchored by `\A` and `\z`. The
//! peers that are made of a grammar are made of it; without it they are not listed.
//!
//! On its standard output the program first writes a line of JSON for each peer, with the keys
//! name, language, version and standard, and then an empty line. It answers a line of its
//! standard input by a line; fields are separated by tabs:
//!
//! | request | reply | what |
//! | --- | --- | --- |
//! | `load FILE` | `ok LINES` | takes the lines of a file; they end in LF and are any bytes |
//! | `verdicts PEER` | a `0` or `1` a line | |
//! | `time PEER` | `NS ACCEPTED ALLOCS` | one pass over the lines: CPU time of the thread in nanoseconds, valid lines, heap allocations |
//! | `quit` | none | the program ends, as it does where its input ends |
//!
//! Where a request cannot be fulfilled, the reply is `error TEXT`.

mod corpus;
mod dfa;
mod measure;
mod peers;

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
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
        ["--regex", file] => {
            let text = fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
            let regex = text.trim_end();
            if !regex.starts_with(r"\A(?:") || !regex.ends_with(r")\z") {
                return Err(format!(r"{file}: the expression is not in \A(?:…)\z").into());
            }
            Some(regex.to_owned())
        }
        _ => return Err("usage: peers [--regex FILE]".into()),
    };
    let peers = peers::all(regex.as_deref())?;
    let mut out = io::stdout().lock();
    for peer in &peers {
        writeln!(out, "{}", peer.json())?;
    }
    writeln!(out)?;
    out.flush()?;

    let mut corpus = Corpus::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line == "quit" {
            break;
        }
        let reply = answer(&line, &peers, &mut corpus).unwrap_or_else(|e| format!("error\t{e}"));
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
    Ok(())
}

/// Returns the reply to a request.
fn answer(request: &str, peers: &[Peer], corpus: &mut Corpus) -> Result<String, Box<dyn Error>> {
    let Some((verb, object)) = request.split_once('\t') else {
        return Err("a request is load, verdicts or time, a tab, and a name".into());
    };
    if verb == "load" {
        *corpus = Corpus::load(object).map_err(|e| format!("{object}: {e}"))?;
        return Ok(format!("ok\t{}", corpus.bytes.len()));
    }
    let peer = peers
        .iter()
        .find(|p| p.name == object)
        .ok_or_else(|| format!("no peer is called {object}"))?;
    // Written once, so that the pages are there.
    let mut verdicts = vec![true; corpus.bytes.len()];
    let (time, allocations) = measure(|| peer.pass(corpus, &mut verdicts))?;
    match verb {
        "verdicts" => Ok(verdicts.iter().map(|&v| if v { '1' } else { '0' }).collect()),
        "time" => {
            let accepted = verdicts.iter().filter(|&&v| v).count();
            Ok(format!("{}\t{accepted}\t{allocations}", time.as_nanos()))
        }
        _ => Err(format!("{verb} is no request: there are load, verdicts, time and quit").into()),
    }
}
