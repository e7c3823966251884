use std::{fs, io, str};

/// The lines of a file, as bytes and as what peers that take only `&str` may be given.
#[derive(Default)]
pub struct Corpus {
    pub bytes: Vec<&'static [u8]>,
    /// `None` where a line is not UTF-8.
    pub strs: Vec<Option<&'static str>>,
}

impl Corpus {
    /// Reads a file. Its lines end in LF; the last one may go without. The memory is never
    /// given back: a harness loads few files.
    pub fn load(file: &str) -> io::Result<Corpus> {
        let data: &'static [u8] = fs::read(file)?.leak();
        let mut bytes: Vec<_> = data.split(|&b| b == b'\n').collect();
        if bytes.last().is_some_and(|line| line.is_empty()) {
            bytes.pop();
        }
        let strs = bytes.iter().map(|line| str::from_utf8(line).ok()).collect();
        Ok(Corpus { bytes, strs })
    }
}
