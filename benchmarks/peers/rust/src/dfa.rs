use std::error::Error;

use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::util::{primitives::StateID, start};
use regex_automata::{Anchored, Input};

/// A dense DFA of regex-automata, and its start state.
#[derive(Clone)]
pub struct Dfa {
    dfa: dense::DFA<Vec<u32>>,
    start: StateID,
}

impl Dfa {
    /// Builds the minimal DFA of a regular expression in `\A…\z`. The syntax is the default
    /// one, Unicode and UTF-8: it matches code points by their encoding, and no ill-formed string.
    /// Acceleration by memchr and rows without byte classes were measured as well: no difference.
    pub fn new(regex: &str) -> Result<Dfa, Box<dyn Error>> {
        let config = dense::Config::new().minimize(true).start_kind(StartKind::Anchored);
        let dfa = dense::Builder::new().configure(config).build(regex)?;
        let start = dfa.start_state(&start::Config::new().anchored(Anchored::Yes))?;
        Ok(Dfa { dfa, start })
    }

    /// The search of the library. It ends in the dead state.
    pub fn search(&self, line: &[u8]) -> bool {
        let input = Input::new(line).anchored(Anchored::Yes);
        matches!(self.dfa.try_search_fwd(&input), Ok(Some(_)))
    }

    /// The plain loop over all bytes, in safe Rust.
    pub fn walk(&self, line: &[u8]) -> bool {
        let mut state = self.start;
        for &b in line {
            state = self.dfa.next_state(state, b);
        }
        self.matches(state)
    }

    /// The fastest loop found, on valid and on invalid lines: no bounds checks, and a test for the
    /// dead state after every eight bytes. Blocks of 16 and 32 were no faster. A test after every
    /// byte costs a tenth on valid lines.
    pub fn walk_unchecked(&self, line: &[u8]) -> bool {
        let mut state = self.start;
        for block in line.chunks(8) {
            for &b in block {
                // SAFETY: every state is the start or comes from a transition of this DFA.
                state = unsafe { self.dfa.next_state_unchecked(state, b) };
            }
            if self.dfa.is_dead_state(state) {
                return false;
            }
        }
        self.matches(state)
    }

    fn matches(&self, state: StateID) -> bool {
        self.dfa.is_match_state(self.dfa.next_eoi_state(state))
    }
}

#[cfg(test)]
mod tests {
    use super::Dfa;

    /// Lines of all lengths around a block, valid and broken at each place, by all three ways and
    /// by hand.
    #[test]
    fn all_ways_agree() {
        let dfa = Dfa::new(r"\A(?:[a-z]*[\x{A0}-\x{D7FF}]?)\z").unwrap();
        let ends: [&[u8]; 6] = [b"", "\u{e9}".as_bytes(), b"\xc3", b"\xed\xa0\x80", b"\n", b"\xff"];
        for len in 0..=20 {
            for (i, end) in ends.iter().enumerate() {
                let mut line = vec![b'a'; len];
                line.extend_from_slice(end);
                for broken in 0..=len {
                    let mut line = line.clone();
                    let valid = i < 2 && broken == len;
                    if broken < len {
                        line[broken] = b'A';
                    }
                    assert_eq!(dfa.search(&line), valid, "search {line:?}");
                    assert_eq!(dfa.walk(&line), valid, "walk {line:?}");
                    assert_eq!(dfa.walk_unchecked(&line), valid, "walk_unchecked {line:?}");
                }
            }
        }
    }
}
