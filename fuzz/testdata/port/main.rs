// Prints what the functions of a generated file return for each line of standard input, a rule and
// a text in hexadecimal digits; see TestPorts.

use std::io::{BufRead, Write};

mod ported;

// A literal is checked when the program is compiled.
const _: () = assert!(ported::ipv6address::valid(b"::1") && !ported::ipv6address::valid(b"::g"));

fn part(p: Option<(usize, usize)>) -> String {
    match p {
        Some((begin, end)) => format!(" {begin}-{end}"),
        None => " -1--1".into(),
    }
}

fn main() {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (rule, hex) = line.split_once('\t').unwrap();
        let text: Vec<u8> = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
        let result = include!("dispatch.rs");
        writeln!(out, "{result}").unwrap();
    }
}
