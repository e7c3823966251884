//! Lines of an N-Triples file refused by oxttl.
//!
//! ```text
//! oxttl-lines reader|slice FILE
//! ```
//!
//! `reader` parses while it reads the file; `slice` reads the file first. A line of the output has
//! the number of a refused line and the message. The status is 1 if a line is refused.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use oxttl::{NTriplesParser, TurtleSyntaxError};

#[derive(Default)]
struct Counts {
    valid: u64,
    invalid: u64,
}

impl Counts {
    fn refuse(&mut self, out: &mut impl Write, error: &TurtleSyntaxError) -> io::Result<()> {
        self.invalid += 1;
        writeln!(out, "{}:{}", error.location().start.line + 1, error.message())
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (way, name) = (arguments.next().unwrap(), arguments.next().unwrap());
    let mut out = BufWriter::new(io::stdout().lock());
    let mut counts = Counts::default();
    if way == "slice" {
        let text = std::fs::read(name)?;
        for triple in NTriplesParser::new().for_slice(&text) {
            match triple {
                Ok(_) => counts.valid += 1,
                Err(error) => counts.refuse(&mut out, &error)?,
            }
        }
    } else {
        for triple in NTriplesParser::new().for_reader(File::open(name)?) {
            match triple {
                Ok(_) => counts.valid += 1,
                Err(oxttl::TurtleParseError::Syntax(error)) => counts.refuse(&mut out, &error)?,
                Err(error) => return Err(error.into()),
            }
        }
    }
    writeln!(out, "{} valid, {} invalid", counts.valid, counts.invalid)?;
    out.flush()?;
    Ok(if counts.invalid > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
