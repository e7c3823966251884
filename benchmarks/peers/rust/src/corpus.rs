use std::{fs, io, ptr, str};

/// The strings of a file, as bytes, and as `&str` for peers that take only these.
pub struct Corpus {
    pub bytes: Vec<&'static [u8]>,
    /// `None` for a string that is not UTF-8.
    pub strs: Vec<Option<&'static str>>,
    /// The memory of all strings. It is freed with them, so that a harness may load any number of
    /// files.
    memory: *mut [u8],
}

impl Default for Corpus {
    fn default() -> Corpus {
        Corpus { bytes: vec![], strs: vec![], memory: Box::into_raw(Box::default()) }
    }
}

impl Drop for Corpus {
    fn drop(&mut self) {
        (self.bytes, self.strs) = (vec![], vec![]);
        // SAFETY: it comes from into_raw, and the slices into it are gone with their lists: peers
        // keep no slice after a pass.
        drop(unsafe { Box::from_raw(self.memory) });
    }
}

impl Corpus {
    /// Reads a file: before each string its length in four bytes, the least significant first.
    pub fn load(file: &str) -> io::Result<Corpus> {
        let memory = Box::into_raw(fs::read(file)?.into_boxed_slice());
        let mut corpus = Corpus { bytes: vec![], strs: vec![], memory };
        // SAFETY: no code writes to the memory, and it lives as long as the corpus.
        let mut rest: &'static [u8] = unsafe { &*ptr::from_ref(&*memory) };
        while !rest.is_empty() {
            let (length, tail) = rest.split_first_chunk().ok_or(io::ErrorKind::UnexpectedEof)?;
            let (string, tail) = tail
                .split_at_checked(u32::from_le_bytes(*length) as usize)
                .ok_or(io::ErrorKind::UnexpectedEof)?;
            corpus.bytes.push(string);
            rest = tail;
        }
        corpus.strs = corpus.bytes.iter().map(|s| str::from_utf8(s).ok()).collect();
        Ok(corpus)
    }
}
