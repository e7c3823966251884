//! The C interface of Rust's regex crate, as a static library and nothing else.

pub use rure::*;
